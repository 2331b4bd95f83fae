import type { Element, ElementContent, Properties } from 'hast';
import type { Paragraph, Parents, PhrasingContent, RootContent } from 'mdast';
import type { State } from 'mdast-util-to-hast';
import type { ImageRef } from '../../contract.ts';
import { suggest } from '../../lib/suggest.ts';
import { type CalloutKind, calloutKinds, type Position, type RenderRun, report, type UsedComponent } from './body.ts';
import { calloutAttribute } from './callouts.ts';
import type { Directive } from './directive.ts';
import { positionOfAttribute, reportAttributes } from './directive-attributes.ts';
import { picturesOf } from './directive-pictures.ts';
import { reportProportions } from './directive-proportions.ts';

/** Element of a component in the rendered text; its attribute `data-n` is the component's number. */
export const componentElement = 'sitegen-component';

/** Attribute with the caption of a table, while the text is sanitised. */
export const captionAttribute = 'dataCaption';

/** Attribute with the number of a component, which its element keeps while the text is sanitised. */
export const directiveAttribute = 'dataDirective';

const blockDirective = /^[ \t>*+\-\d.)]*:{2,}[A-Za-z]/m;

/** Returns whether a text may contain directives: blocks of any name, or one of these names within a line. */
export function mayHaveDirectives(source: string, names: readonly string[]): boolean {
  if (source.includes('::') && blockDirective.test(source)) return true;
  return names.some((name) => source.includes(`:${name}[`) || source.includes(`:${name}{`));
}

/** Returns the element of a directive's component, or a callout; its text if it is not a directive of the site. */
export function renderDirective(state: State, node: Directive, run: RenderRun): Element | ElementContent[] {
  const { name, type, data } = node;
  const isText = type === 'textDirective';
  const isComponent = Object.hasOwn(run.components, name);
  // A plugin of the site has defined its element.
  if (data?.hName) return element(data.hName, data.hProperties ?? {}, childrenOf(state, node.children, isText));
  if (isText && !isComponent) return literalText(state, node, run);
  const { label, rest } = splitLabel(node);
  if (isComponent || isBuiltIn(node)) reportAttributes(node, { label, run });
  if (!isComponent && type === 'containerDirective' && calloutKinds.includes(name as CalloutKind)) {
    return element(
      'blockquote',
      { [calloutAttribute]: name, ...(label && { title: label }) },
      childrenOf(state, rest, false),
    );
  }
  if (!isComponent && type === 'containerDirective' && name === 'table') {
    return captionedTable(childrenOf(state, rest, false), label, { node, run });
  }
  if (!isComponent) {
    const suggestion = suggest(name, [...Object.keys(run.components), ...calloutKinds, 'table']);
    report(run, startOf(node), {
      code: 'CONTENT_DIRECTIVE_UNKNOWN',
      message: `There is no directive \`${name}\`.`,
      hint:
        suggestion === null
          ? 'Add its component to `markdown.components` of config/site.yaml.'
          : `Did you mean \`${suggestion}\`? A component of the site needs a line in \`markdown.components\`.`,
    });
    return [];
  }
  const pictures = picturesOf(node, { children: rest, run });
  const props = { ...propsOf(node, run), ...pictures, ...(label && { label }) };
  reportProportions(node, { children: rest, props, run });
  const index = run.used.push({ name, props }) - 1;
  return element(isText ? 'span' : 'div', { [directiveAttribute]: String(index) }, childrenOf(state, rest, isText));
}

/** Returns whether a directive is a callout or a table with a caption. */
const isBuiltIn = ({ name, type }: Directive): boolean =>
  type === 'containerDirective' && (name === 'table' || calloutKinds.includes(name as CalloutKind));

type DirectiveIn = { readonly node: Directive; readonly run: RenderRun };

/** Gives the first table of a directive its caption; reports a directive without a table or a caption. */
function captionedTable(children: ElementContent[], caption: string, { node, run }: DirectiveIn): ElementContent[] {
  const table = children.find((child): child is Element => child.type === 'element' && child.tagName === 'table');
  if (table && caption !== '') table.properties[captionAttribute] = caption;
  else {
    report(run, startOf(node), {
      code: 'CONTENT_TABLE_CAPTION',
      message: table ? 'The caption of this table is empty.' : 'There is no table between `:::table` and `:::`.',
      hint: 'Write `:::table[The caption]`, the table on the next lines, and `:::` below it.',
    });
  }
  return children;
}

const startOf = ({ position }: Directive): Position => position?.start ?? { line: 1, column: 1 };

/** Returns the attributes as props: media with URL and size, and true for an attribute without a value. */
function propsOf(node: Directive, run: RenderRun): UsedComponent['props'] {
  const media = run.components[node.name]?.media ?? [];
  const entries = Object.entries(node.attributes ?? {}).flatMap(
    ([name, value]): [string, string | true | ImageRef][] => {
      if (value === undefined) return [];
      if (media.includes(name)) {
        const found = run.context.resolveProp?.(value ?? '');
        if (found && 'problem' in found) report(run, positionOfAttribute(node, name, run), found.problem);
        return found && 'src' in found ? [[name, found]] : [];
      }
      return [[name === 'class' ? 'className' : name, value === '' || value === null ? true : value]];
    },
  );
  return Object.fromEntries(entries);
}

/**
 * Returns the label of a block, `:::note[Label]`, as text, and its other children. The label of a directive within a line
 * is its content.
 */
function splitLabel({ type, children }: Directive): { readonly label: string; readonly rest: readonly RootContent[] } {
  if (type === 'textDirective') return { label: '', rest: children };
  if (type === 'leafDirective') return { label: textOf(children), rest: [] };
  const [first, ...rest] = children;
  const isLabel =
    first?.type === 'paragraph' && (first as Paragraph & { data?: { directiveLabel?: boolean } }).data?.directiveLabel;
  return isLabel ? { label: textOf(first.children), rest } : { label: '', rest: children };
}

function textOf(nodes: readonly RootContent[]): string {
  return nodes.map((node) => ('value' in node ? node.value : 'children' in node ? textOf(node.children) : '')).join('');
}

function childrenOf(state: State, children: readonly RootContent[], isText: boolean): ElementContent[] {
  const all = state.all({ type: 'root', children: [...children] } as Parents) as ElementContent[];
  return isText ? all : (state.wrap(all, true) as ElementContent[]);
}

/** Returns the text of a colon and a word in running text, which the parser took for a directive, as it is written. */
function literalText(state: State, { position, children }: Directive, { source }: RenderRun): ElementContent[] {
  const text = (from = 0, to = from): ElementContent => ({ type: 'text', value: source.slice(from, to) });
  const [start, end] = [position?.start.offset, position?.end.offset];
  const [first, last] = [children[0]?.position?.start.offset, children.at(-1)?.position?.end.offset];
  if (first === undefined || last === undefined) return [text(start, end)];
  const inner = state.all({ type: 'paragraph', children: children as PhrasingContent[] }) as ElementContent[];
  return [text(start, first), ...inner, text(last, end)];
}

/** Turns the element of a component into the element that the page renderer replaces. Returns false for other elements. */
export function setComponent(child: Element, run: RenderRun): boolean {
  const number = child.properties[directiveAttribute];
  if (number === undefined) return false;
  delete child.properties[directiveAttribute];
  const index = Number(number);
  if (!Number.isInteger(index) || run.used[index] === undefined) return false;
  child.tagName = componentElement;
  child.properties = { dataN: String(index) };
  return true;
}

function element(tagName: string, properties: Properties, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children };
}
