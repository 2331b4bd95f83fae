import type { RootContent } from 'mdast';
import type { ImageRef } from '../../contract.ts';
import { type Position, type RenderRun, report, type UsedComponent } from './body.ts';
import type { Directive } from './directive.ts';
import { positionOfAttribute } from './directive-attributes.ts';
import { imagesIn } from './directive-pictures.ts';

type Block = {
  readonly children: readonly RootContent[];
  readonly props: UsedComponent['props'];
  readonly run: RenderRun;
};

/** Reports the pictures and videos of a directive whose proportions differ from those of the first one. */
export function reportProportions(node: Directive, { children, props, run }: Block): void {
  const [first = '', ...others] = run.components[node.name]?.proportions ?? [];
  const expected = sizeOf(props[first]);
  if (!expected) return;
  for (const name of others) {
    const size = sizeOf(props[name]);
    if (!size || haveEqualProportions(expected, size)) continue;
    const { width, height } = expected;
    report(run, positionOfProp(node, name, { children, run }), {
      code: 'CONTENT_DIRECTIVE_PROPORTIONS',
      message: `\`${name}\` has ${size.width} × ${size.height} pixels, \`${first}\` has ${width} × ${height}: their proportions differ.`,
      hint: `Crop one of them, or scale \`${name}\` to ${width} × ${height} pixels.`,
    });
  }
}

/** Returns the size of a file; null for other props, and for files without a size, such as those of other sites. */
const sizeOf = (prop: UsedComponent['props'][string] | undefined): ImageRef | null =>
  typeof prop === 'object' && prop.width > 0 && prop.height > 0 ? prop : null;

/** Returns whether one size is the other one scaled, with edges rounded to a whole pixel. */
function haveEqualProportions(a: ImageRef, b: ImageRef): boolean {
  const [small, large] = a.width < b.width ? [a, b] : [b, a];
  return Math.abs((large.height * small.width) / large.width - small.height) <= 1;
}

function positionOfProp(node: Directive, name: string, { children, run }: Pick<Block, 'children' | 'run'>): Position {
  const index = run.components[node.name]?.pictures.indexOf(name) ?? -1;
  const picture = index === -1 ? undefined : children.flatMap(imagesIn)[index];
  return picture?.position?.start ?? positionOfAttribute(node, name, run);
}
