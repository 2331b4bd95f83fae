import type { Element, ElementContent, Properties } from 'hast';
import type { Paragraph, Parents, PhrasingContent, RootContent } from 'mdast';
import type { State } from 'mdast-util-to-hast';
import { suggest } from '../../lib/suggest.ts';
import { type Position, type RenderRun, report } from './body.ts';
import { type CalloutKind, calloutAttribute, calloutKinds } from './callouts.ts';

/** A component in a text. Its index in the list is the number in its element. */
export type UsedComponent = {
  /** Name of the directive. */
  readonly name: string;
  readonly props: Readonly<Record<string, string | true>>;
};

/** Element of a component in the rendered text; its attribute `data-n` is the component's number. */
export const componentElement = 'sitegen-component';

/** Attribute with the number of a component, which its element keeps while the text is sanitised. */
export const directiveAttribute = 'dataDirective';

export type Directive = {
  readonly type: 'containerDirective' | 'leafDirective' | 'textDirective';
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | null | undefined>> | null;
  readonly children: readonly RootContent[];
  readonly data?: { readonly hName?: string; readonly hProperties?: Properties };
  readonly position?: { readonly start: Position };
};

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
  const isComponent = run.components.includes(name);
  // A plugin of the site has defined its element.
  if (data?.hName) return element(data.hName, data.hProperties ?? {}, childrenOf(state, node.children, isText));
  if (isText && !isComponent) return literalText(state, node);
  const { label, rest } = splitLabel(node);
  if (!isComponent && type === 'containerDirective' && calloutKinds.includes(name as CalloutKind)) {
    return element(
      'blockquote',
      { [calloutAttribute]: name, ...(label && { title: label }) },
      childrenOf(state, rest, false),
    );
  }
  if (!isComponent) {
    const suggestion = suggest(name, [...run.components, ...calloutKinds]);
    report(run, node.position?.start ?? { line: 1, column: 1 }, {
      code: 'CONTENT_DIRECTIVE_UNKNOWN',
      message: `There is no directive \`${name}\`.`,
      hint:
        suggestion === null
          ? 'Add its component to `markdown.components` of config/site.yaml.'
          : `Did you mean \`${suggestion}\`?`,
    });
    return [];
  }
  const index = run.used.push({ name, props: { ...propsOf(node), ...(label && { label }) } }) - 1;
  return element(isText ? 'span' : 'div', { [directiveAttribute]: String(index) }, childrenOf(state, rest, isText));
}

/** Returns the attributes as props; true for an attribute without a value. */
function propsOf({ attributes }: Directive): UsedComponent['props'] {
  const entries = Object.entries(attributes ?? {}).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [[name === 'class' ? 'className' : name, value === '' || value === null ? (true as const) : value] as const];
  });
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

/** Returns the text of a colon and a word in running text, which the parser took for a directive. */
function literalText(state: State, { name, attributes, children }: Directive): ElementContent[] {
  const pairs = Object.entries(attributes ?? {}).map(([key, value]) => (value ? `${key}="${value}"` : key));
  const end = pairs.length > 0 ? `{${pairs.join(' ')}}` : '';
  if (children.length === 0) return [{ type: 'text', value: `:${name}${end}` }];
  const inner = state.all({ type: 'paragraph', children: children as PhrasingContent[] }) as ElementContent[];
  return [{ type: 'text', value: `:${name}[` }, ...inner, { type: 'text', value: `]${end}` }];
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
