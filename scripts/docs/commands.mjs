import { execFileSync } from 'node:child_process';
import { code, table } from './markdown.mjs';

const exitCodes =
  'Exit codes: 0 success, 1 errors in the site, 2 wrong usage, 130 interrupted, 141 nobody reads the output of `serve` any more.';

/** Returns the page of the command line, from the help of the program. `program`: path of its compiled file. */
export function commandsPage(program) {
  const help = (...args) => execFileSync(process.execPath, [program, ...args, '--help'], { encoding: 'utf8' });
  const all = sectionsOf(help());
  const names = all.Commands.map(([term]) => term.split(' ')[0]).filter((name) => name !== 'help');
  const sections = names.map((name) => {
    const { usage, description, Arguments = [], Options = [], Examples = [] } = sectionsOf(help(name));
    return [
      `## sitegen ${name} {#${name}}`,
      `${description[0]?.toUpperCase() ?? ''}${description.slice(1)}.`,
      code('sh', usage.replace(/^sitegen/, 'npx sitegen')),
      ...(Arguments.length > 0 ? [table(['argument', 'what it is'], Arguments.map(asCode))] : []),
      table(['option', 'what it does'], Options.map(asCode)),
      ...(Examples.length > 0
        ? [code('sh', Examples.map((line) => line.replace(/^\$ sitegen/, 'npx sitegen')).join('\n'))]
        : []),
    ].join('\n\n');
  });
  return {
    path: 'reference/cli.md',
    title: 'Command line',
    description: 'Every command of sitegen with its arguments and options.',
    order: 1,
    body: `${exitCodes}\n\n${sections.join('\n')}`,
  };
}

const asCode = ([term, text]) => [`\`${term}\``, text];

/** Usage, description and lists of a help text: title -> `[term, text]`, of examples only lines. */
function sectionsOf(help) {
  const blocks = help.trim().split(/\n\n/);
  const found = { usage: blocks[0].replace(/^Usage: /, ''), description: blocks[1]?.replace(/\s+/g, ' ') ?? '' };
  for (const block of blocks.slice(2)) {
    const [title, ...lines] = block.split('\n');
    if (title === 'Examples:') found.Examples = lines.map((line) => line.trim());
    else if (title.endsWith(':')) found[title.slice(0, -1)] = itemsOf(lines);
  }
  return found;
}

/** Items of a list: a line with two spaces begins one, deeper lines continue its text. */
function itemsOf(lines) {
  const items = [];
  for (const line of lines) {
    const [, term, text] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
    if (term === undefined) items.at(-1)[1] = `${items.at(-1)[1]} ${line.trim()}`.trim();
    else items.push([term, text ?? '']);
  }
  return items;
}
