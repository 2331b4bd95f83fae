import { describe, expect, it } from 'vitest';
import { errorDocument } from '../../../../../cli/serve/live/error-document.ts';

describe('errorDocument', () => {
  it('lists problems with their places, and lets none of their text be markup', () => {
    const html = errorDocument(
      [{ code: 'X', severity: 'error', message: '<img onerror=x>', hint: 'a & b', file: 'a.md', line: 3 }],
      '/sub',
    );
    expect(html).toContain('a.md:3\n&lt;img onerror=x&gt;\na &amp; b');
    expect(html).toContain('<script type="module" src="/sub/@id/virtual:sitegen/dev-overlay"></script>');
    expect(html.match(/<script/g)).toHaveLength(1);
  });
});
