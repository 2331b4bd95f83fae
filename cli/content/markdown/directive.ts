import type { Properties } from 'hast';
import type { RootContent } from 'mdast';
import type { Position } from './body.ts';

export type Directive = {
  readonly type: 'containerDirective' | 'leafDirective' | 'textDirective';
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | null | undefined>> | null;
  readonly children: readonly RootContent[];
  readonly data?: { readonly hName?: string; readonly hProperties?: Properties };
  readonly position?: {
    readonly start: Position & { readonly offset?: number };
    readonly end: { readonly offset?: number };
  };
};
