import type { Image, RootContent } from 'mdast';
import type { TextPicture } from '../../contract.ts';
import { type RenderRun, report } from './body.ts';
import type { Directive } from './directive.ts';

type Block = { readonly children: readonly RootContent[]; readonly run: RenderRun };

/**
 * Returns the pictures between the lines of a directive by the props that its component has for them, and reports other
 * content and a wrong number. A picture without a file or an alternative text is reported where its HTML is decorated.
 */
export function picturesOf(node: Directive, { children, run }: Block): Readonly<Record<string, TextPicture>> {
  const names = run.components[node.name]?.pictures ?? [];
  if (names.length === 0) return {};
  const pictures = children.flatMap(imagesIn);
  for (const child of children) {
    if (isOfImages(child)) continue;
    report(run, child.position?.start ?? node.position?.start ?? { line: 1, column: 1 }, {
      code: 'CONTENT_DIRECTIVE_PICTURES',
      message: `The directive \`${node.name}\` shows pictures only. Nobody would see this.`,
      hint: `Move it below the closing \`:::\`, or into the brackets of \`:::${node.name}[…]\`.`,
    });
  }
  if (pictures.length !== names.length) {
    report(run, node.position?.start ?? { line: 1, column: 1 }, {
      code: 'CONTENT_DIRECTIVE_PICTURES',
      message: `The directive \`${node.name}\` needs ${names.length} pictures (${names.join(', ')}) and has ${pictures.length}.`,
      hint: 'Write each on a line of its own below it, `![what it shows](./name.jpg)`, and `:::` below the last.',
    });
  }
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const picture = pictures[index];
      const image = picture && run.context.resolveProp?.(picture.url);
      return image && 'src' in image
        ? [[name, { ...image, alt: picture.alt ?? '', ...(picture.title && { title: picture.title }) }]]
        : [];
    }),
  );
}

/** Returns the images of a paragraph; none of other blocks. */
export const imagesIn = (node: RootContent): readonly Image[] =>
  node.type === 'paragraph' ? node.children.filter((child) => child.type === 'image') : [];

/** Returns whether a node is a paragraph of nothing but images. */
const isOfImages = (node: RootContent): boolean =>
  node.type === 'paragraph' &&
  node.children.every((child) => child.type === 'image' || (child.type === 'text' && child.value.trim() === ''));
