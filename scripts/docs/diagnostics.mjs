import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { table } from './markdown.mjs';

const codePattern = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
/** Names in capitals that are no codes of diagnostics; the last ones are those of the YAML parser. */
const others =
  /^(?:NODE_ENV|NO_COLOR|SOURCE_DATE_EPOCH|[EA][A-Z]+_[A-Z]*(?:NOENT|FOUND)|ERR_.*|VITE_.*|SITEGEN_.*|QUOTE_.*|MISSING_CHAR|DUPLICATE_KEY)$/;

const isSource = /^(?!dist|templates|node_modules)[^.]+\.tsx?$/;

const subjects = {
  CONFIG: 'Configuration',
  CONTENT: 'Texts and entries',
  LOCALE: 'Messages',
  MESSAGE: 'Messages in `sitegen check`',
  PAGE: 'Pages',
  HEAD: 'Heads',
  ROUTE: 'Routes',
  BUNDLE: 'Code',
  PLUGIN: 'Plugins',
  LOADER: 'Loaders',
  OUTPUT: 'Output',
  OUT: 'Output folder',
};

/** Returns the page of all diagnostics: codes with their messages and hints, from the source files. `cli`: their folder. */
export function diagnosticsPage(cli) {
  const found = new Map();
  const names = readdirSync(cli, { recursive: true }).filter((file) => isSource.test(file));
  const sources = names.sort().map((file) => parseSync(file, readFileSync(join(cli, file), 'utf8')).program);
  const functions = functionsIn(sources);
  for (const program of sources)
    for (const { code, message, hint } of diagnosticsIn(program, functions)) {
      const messages = found.get(code) ?? [];
      found.set(code, messages);
      const isNew = !messages.some((one) => one.message === message);
      if (message !== '' && isNew) messages.push({ message, hint });
    }
  const codes = [...found.keys()].sort();
  const subjectOf = (code) => subjects[code.split('_')[0]] ?? 'Others';
  const order = [...new Set([...Object.values(subjects), 'Others'])];
  const sections = order.map((subject) => {
    const rows = codes
      .filter((code) => subjectOf(code) === subject)
      .flatMap((code) => {
        const [first = { message: '', hint: '' }, ...more] = found.get(code);
        return [[`\`${code}\``, first.message, first.hint], ...more.map(({ message, hint }) => ['', message, hint])];
      });
    return `## ${subject}\n\n${table(['code', 'message', 'what to do'], rows)}`;
  });
  return {
    path: 'reference/diagnostics.md',
    title: 'Diagnostics',
    description: 'The codes of all errors and warnings with their messages and what to do about them.',
    order: 2,
    body: `Errors stop a build and keep the last output; warnings do not. “…” stands for what a message names.\n\n${sections.join('\n')}`,
  };
}

/** Functions that only return an expression, by name: many texts are in one that several diagnostics share. */
function functionsIn(programs) {
  const found = new Map();
  const visit = new Visitor({
    VariableDeclarator({ id, init }) {
      if (init?.type === 'ArrowFunctionExpression' && init.body.type !== 'BlockStatement')
        found.set(id.name, init.body);
    },
    FunctionDeclaration({ id, body }) {
      const last = body?.body.at(-1);
      if (last?.type === 'ReturnStatement' && last.argument) found.set(id?.name, last.argument);
    },
  });
  for (const program of programs) visit.visit(program);
  return found;
}

/** Codes with messages and hints, as far as they are texts. */
function diagnosticsIn(program, allFunctions) {
  const functions = new Map([...allFunctions, ...functionsIn([program])]);
  const constants = new Map();
  const reporters = reportersIn(program);
  const found = [];
  const expressionOf = (name) => constants.get(name) ?? functions.get(name);
  const read = (node) => textOf(node, expressionOf, 0);
  const visit = new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
    },
    AssignmentPattern({ left, right }) {
      if (left.type === 'Identifier') constants.set(left.name, right);
    },
    ObjectExpression({ properties }) {
      const value = (name) => propertyValue(properties, name);
      // The predicate of a message whose subject differs.
      const predicate = read(value('what'));
      const message = read(value('message')) || (predicate && `… ${predicate}`);
      const codes = ['code', 'contentCode'].flatMap((name) => codesIn(value(name), constants));
      for (const code of codes) found.push({ code, message, hint: read(value('hint')) });
    },
    CallExpression({ callee, arguments: args }) {
      const codes = args.flatMap((one) => codesIn(one, constants));
      const pair = args.map((one) => asArray(one, expressionOf)).find(Boolean);
      const after = args.slice(args.findIndex((one) => codesIn(one, constants).length > 0) + 1);
      const [message = '', hint = ''] = (pair?.elements ?? after).map(read);
      for (const code of codes) found.push({ code, message, hint });
      for (const reporter of reporters.get(callee.name) ?? []) {
        const [message, hint] = [args[reporter.message], args[reporter.hint]].map(read);
        for (const code of codesIn(reporter.code, constants))
          found.push({ code, message, hint: hint || read(reporter.otherHint) });
      }
    },
    Literal({ value }) {
      if (typeof value === 'string' && codePattern.test(value) && !others.test(value))
        found.push({ code: value, message: '', hint: '' });
    },
  });
  visit.visit(program);
  return found;
}

const propertyValue = (properties, name) =>
  properties.find(({ key, type }) => type === 'Property' && key.name === name)?.value;

/** Functions whose parameters are the message and the hint of a diagnostic, by name: positions of these parameters. */
function reportersIn(program) {
  const found = new Map();
  const add = (name, { params, body }) => {
    const at = (node) => params.findIndex((param) => node?.type === 'Identifier' && param.name === node.name);
    const keep = (code, message, hint) => {
      if (at(message) >= 0)
        found.set(name, [...(found.get(name) ?? []), { code, message: at(message), hint: at(hint), otherHint: hint }]);
    };
    const visit = new Visitor({
      ObjectExpression({ properties }) {
        keep(
          propertyValue(properties, 'code'),
          propertyValue(properties, 'message'),
          propertyValue(properties, 'hint'),
        );
      },
      CallExpression({ arguments: args }) {
        const pair = args.find(({ type }) => type === 'ArrayExpression');
        const code = args.find(({ value }) => typeof value === 'string' && codePattern.test(value));
        if (pair && code) keep(code, ...pair.elements);
      },
    });
    visit.visit({
      type: 'Program',
      body: [body.type === 'BlockStatement' ? body : { type: 'ExpressionStatement', expression: body }],
    });
  };
  const visit = new Visitor({
    VariableDeclarator({ id, init }) {
      if (init?.type === 'ArrowFunctionExpression') add(id.name, init);
    },
    FunctionDeclaration(node) {
      if (node.body) add(node.id?.name, node);
    },
  });
  visit.visit(program);
  return found;
}

function codesIn(node, constants) {
  if (!node) return [];
  if (node.type === 'Identifier' && node.name === 'code') return codesIn(constants.get('code'), new Map());
  if (node.type === 'ConditionalExpression')
    return [...codesIn(node.consequent, constants), ...codesIn(node.alternate, constants)];
  const isCode = node.type === 'Literal' && typeof node.value === 'string' && codePattern.test(node.value);
  return isCode && !others.test(node.value) ? [node.value] : [];
}

function asArray(node, expressionOf, depth = 0) {
  if (!node || depth > 3) return null;
  const inner = (one) => asArray(one, expressionOf, depth + 1);
  switch (node.type) {
    case 'ArrayExpression':
      return node;
    case 'Identifier':
      return inner(expressionOf(node.name));
    case 'CallExpression':
      return node.callee.type === 'Identifier' ? inner(expressionOf(node.callee.name)) : null;
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return inner(node.expression);
    case 'ConditionalExpression':
      return inner(node.consequent) ?? inner(node.alternate);
    default:
      return null;
  }
}

/** Text of an expression, with “…” for what is known only when it is reported; `''` for none. */
function textOf(node, constantOf, depth) {
  if (!node || depth > 4) return '';
  const inner = (one) => textOf(one, constantOf, depth + 1);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? escaped(node.value) : '';
    case 'TemplateLiteral':
      return escaped(node.quasis.map(({ value }) => value.cooked).join('…'));
    case 'Identifier': {
      const value = constantOf(node.name);
      return value ? inner(value) : '';
    }
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return inner(node.consequent ?? node.right) || inner(node.alternate ?? node.left);
    case 'BinaryExpression':
      return `${inner(node.left) || '…'}${inner(node.right) || '…'}`;
    case 'CallExpression': {
      const calleeText = node.callee.type === 'Identifier' ? inner(constantOf(node.callee.name)) : '';
      return calleeText || (node.arguments.map(inner).findLast((one) => one !== '') ?? '');
    }
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return inner(node.expression);
    default:
      return '';
  }
}

/** A message as Markdown: outside of code, `<` would begin an element. */
const escaped = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') && part.length > 1 ? part : part.replace(/[<>*_[\]`]/g, '\\$&')))
    .join('');
