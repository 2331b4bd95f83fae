import type { DirectiveRules } from '../../lib/directive-rules.ts';
import { suggest } from '../../lib/suggest.ts';
import { type Position, type RenderRun, report } from './body.ts';
import type { Directive } from './directive.ts';

type Checked = { readonly label: string; readonly run: RenderRun };

/** Reports the attributes that a directive must not have, and those that it lacks. Callouts and tables have none. */
export function reportAttributes(node: Directive, { label, run }: Checked): void {
  const { name, attributes } = node;
  const rules: Pick<DirectiveRules, 'required' | 'allowed'> = run.components[name] ?? { required: [], allowed: [] };
  const attributeNames = Object.entries(attributes ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  for (const attribute of attributeNames) {
    if (rules.allowed === null || rules.allowed.includes(attribute)) continue;
    const suggestion = suggest(attribute, rules.allowed);
    const expected = rules.allowed.filter((key) => key !== 'label').map((key) => `\`${key}\``);
    report(run, positionOfAttribute(node, attribute, run), {
      code: 'CONTENT_DIRECTIVE_ATTRIBUTE_UNKNOWN',
      message: `The directive \`${name}\` has no attribute \`${attribute}\`.`,
      hint:
        suggestion !== null
          ? `Did you mean \`${suggestion}\`?`
          : expected.length > 0
            ? `Remove it. The attributes are ${expected.join(', ')}.`
            : 'Remove it: this directive has no attributes.',
    });
  }
  const isMissing = (key: string) => (key === 'label' ? label.trim() === '' : !attributes?.[key]?.trim());
  for (const key of rules.required.filter(isMissing)) {
    const example = key === 'label' ? `${name}[The text]` : `${name}{${key}=…}`;
    report(run, node.position?.start ?? { line: 1, column: 1 }, {
      code: 'CONTENT_DIRECTIVE_ATTRIBUTE_MISSING',
      message: `The directive \`${name}\` needs ${key === 'label' ? 'a text in brackets' : `the attribute \`${key}\``}.`,
      hint: `Write \`:${example}\`.`,
    });
  }
}

/** Returns the position of an attribute in the Markdown; that of its directive for `#id` and `.class`. */
export function positionOfAttribute({ position }: Directive, attribute: string, { source }: RenderRun): Position {
  const start = position?.start;
  if (start?.offset === undefined) return start ?? { line: 1, column: 1 };
  const text = source.slice(start.offset);
  const found = new RegExp(`[{\\s]${attribute.replace(/[^\w-]/g, '\\$&')}(?=[\\s=}])`).exec(text);
  if (!found) return start;
  const lines = text.slice(0, found.index + 1).split('\n');
  const last = lines.at(-1) as string;
  return {
    line: start.line + lines.length - 1,
    column: lines.length === 1 ? start.column + last.length : last.length + 1,
  };
}
