import { expect, it } from 'vitest';
import { candidateUrl, srcsetCandidates } from '../../../../cli/lib/srcset.ts';

it('separates the candidates of a `srcset` as browsers do', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    '': [],
    ' , ': [],
    'a.png': ['a.png'],
    'a.png 1x,b.png 2x': ['a.png 1x', 'b.png 2x'],
    ' a.png  480w ,\n b.png 2x, ': ['a.png  480w', 'b.png 2x'],
    'a,b.png 1x, c.png, d.png': ['a,b.png 1x', 'c.png', 'd.png'],
    'https://x.example/w_80,h_60/a.jpg 80w, https://x.example/w_160,h_120/a.jpg 160w': [
      'https://x.example/w_80,h_60/a.jpg 80w',
      'https://x.example/w_160,h_120/a.jpg 160w',
    ],
    'data:image/png;base64,AA== 1x, /b.png 2x': ['data:image/png;base64,AA== 1x', '/b.png 2x'],
    'a.png type(a, b) 1x, b.png': ['a.png type(a, b) 1x', 'b.png'],
  };
  for (const [srcset, candidates] of Object.entries(cases))
    expect(srcsetCandidates(srcset), srcset).toEqual(candidates);
  expect(candidateUrl('a,b.png 1x')).toBe('a,b.png');
});
