import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { realPathOf } from './lib/stat.ts';
import { tuneNode } from './lib/tune-node.ts';
import { sitegenVersion } from './lib/version.ts';
import { parseShard, type Shard } from './parts/shard.ts';
import { requirePlatform } from './report/platform.ts';

/** Exit code of wrong usage. */
const usageError = 2;

const list = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...value.split(',').filter((code) => code !== ''),
];

function positive(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Use a whole number of at least 1.');
  return number;
}

function port(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65_535) throw new InvalidArgumentError('Use a port from 0 to 65535.');
  return number;
}

function shard(value: string): Shard {
  const found = parseShard(value);
  if (!found) throw new InvalidArgumentError('Use a shard and the number of shards, such as 3/16.');
  return found;
}

const rootOption = (): Option => new Option('--root <dir>', 'folder of the site').argParser(realPathOf).default('.');

const storeOption = (): Option =>
  new Option(
    '--store <address>',
    'store that machines share: a folder, redis://… or s3://…; with --queue by default that',
  );

const memoryOption = (): Option =>
  new Option('--max-memory <MB>', 'do less at a time, so that all processes together take less memory').argParser(
    positive,
  );

const examples = (...lines: readonly string[]): string =>
  ['', 'Examples:', ...lines.map((line) => `  $ sitegen ${line}`)].join('\n');

const program = new Command('sitegen')
  .description('Builds a static site in all its languages from YAML, messages, Markdown and React.')
  .version(sitegenVersion)
  .addHelpText('after', examples('init my-site --template blog', 'new post "Hello, world"', 'serve --open', 'build'))
  .showHelpAfterError('(sitegen --help lists all commands and options)')
  .exitOverride();

const shared = (command: Command): Command =>
  command
    .addOption(rootOption())
    .option('--site-url <url>', 'origin of the published site, instead of `url` in config/site.yaml')
    .option('--base <path>', 'path below which the site is served, such as /sub')
    .option('--out <dir>', 'output folder, instead of `output.dir` in config/site.yaml')
    .option('--locale <code...>', 'build only these locales and the default locale', list)
    .option(
      '--pseudo',
      'replace the messages by accented and longer ones, to find texts that are cut or not messages',
      false,
    );

program
  .command('init')
  .argument('[dir]', 'folder of the new site; default: the current folder')
  .description('create a site')
  .addOption(new Option('--template <name>', 'template of the new site').choices(['blank', 'blog', 'docs', 'studio']))
  .option('--yes', 'ask no questions and use the defaults', false)
  .addHelpText('after', examples('init my-blog --template blog', 'init . --yes'))
  .action(async (dir, options) => {
    const { initCommand } = await import('./commands/init.ts');
    process.exitCode = await initCommand(dir, options);
  });

program
  .command('new')
  .addArgument(new Argument('<kind>', 'what to add').choices(['post', 'page', 'locale', 'collection']))
  .argument('<name>', 'title of the post, name of the page or collection, code of the locale')
  .description('add a post, page, locale or collection to the site')
  .addOption(rootOption())
  .option('--collection <id>', 'collection of the post; default: blog, or the first one')
  .option('--locale <code...>', 'locales of the post, or `all`; default: the default locale', list)
  .option('--slug <slug>', 'last segment of the path of the post; default: derived from its title')
  .option('--set <key=value...>', 'values for the front matter of the post, as in YAML')
  .option('--path <path>', 'path of the page; default: derived from its name')
  .addHelpText(
    'after',
    examples(
      'new post "Hello, world"',
      'new post "A lamp" --locale en,de --slug lamp --set "tags=[light, start]"',
      'new page Pricing',
      'new locale fr',
      'new collection recipes',
    ),
  )
  .action(async (kind, name, options) => {
    const { newCommand } = await import('./commands/new.ts');
    process.exitCode = await newCommand(kind, name, options);
  });

shared(program.command('build'))
  .description('build the site into the output folder')
  .option('--domain <host>', 'build only this domain, where languages have domains of their own')
  .option('--drafts', 'include drafts and posts dated in the future', false)
  .option('--jobs <n>', 'number of worker threads; default: one per core', positive)
  .addOption(memoryOption())
  .option('--no-cache', 'reuse nothing from earlier builds')
  .option('--json', 'print the report as JSON on standard output', false)
  .option('--verbose', 'report the time of each stage, all page types, and the keys of missing messages', false)
  .option('--shard <i/n>', 'build only the pages of one of n shards, as a part for `sitegen merge`', shard)
  .option('--parts <dir>', 'with --shard: folder of the parts; default: .sitegen/parts')
  .option('--queue <url>', 'let the workers of a queue on Redis or Valkey build the shards, and merge them')
  .option('--shards <n>', 'with --queue: number of shards; default: 4', positive)
  .addOption(storeOption())
  .option('--profile <file>', 'write the times of stages and functions as a trace for the DevTools of Chrome')
  .addHelpText(
    'after',
    examples(
      'build',
      'build --base /docs --out public-docs',
      'build --json > report.json',
      'build --shard 3/16',
      'build --queue redis://queue --shards 16',
    ),
  )
  .action(async (options) => {
    // React and Vite read it when they are loaded. A value of the shell must have no effect.
    process.env.NODE_ENV = 'production';
    const { buildCommand } = await import('./commands/build.ts');
    process.exitCode = await buildCommand(options);
  });

program
  .command('worker')
  .description('build shards for `sitegen build --queue`, from the same sources, until it is interrupted')
  .requiredOption('--queue <url>', 'the queue, such as redis://host:6379')
  .addOption(rootOption())
  .option('--jobs <n>', 'number of worker threads; default: one per core', positive)
  .addOption(memoryOption())
  .addOption(storeOption())
  .addHelpText(
    'after',
    examples('worker --queue redis://10.0.0.7:6379', 'worker --queue redis://queue --store /mnt/parts'),
  )
  .action(async (options) => {
    process.env.NODE_ENV = 'production';
    const { workerCommand } = await import('./commands/worker.ts');
    // Connections to a queue that no longer answers would keep the process alive.
    process.exit(await workerCommand(options));
  });

shared(program.command('merge'))
  .description('join the parts that `sitegen build --shard` built, on this machine or others, into the output folder')
  .option('--domain <host>', 'build only this domain, where languages have domains of their own')
  .option('--parts <dir>', 'folder of the parts; default: .sitegen/parts')
  .option('--drafts', 'include drafts and posts dated in the future', false)
  .option('--jobs <n>', 'number of worker threads; default: one per core', positive)
  .addOption(memoryOption())
  .option('--no-cache', 'reuse nothing from earlier builds')
  .option('--json', 'print the report as JSON on standard output', false)
  .option('--verbose', 'report the time of each stage, all page types, and the keys of missing messages', false)
  .addHelpText('after', examples('merge', 'merge --parts parts --out www'))
  .action(async (options) => {
    process.env.NODE_ENV = 'production';
    const { mergeCommand } = await import('./commands/build.ts');
    process.exitCode = await mergeCommand(options);
  });

shared(program.command('check'))
  .description('build the site, then check links, texts, search results, pictures and accessibility of its pages')
  .option('--drafts', 'include drafts and posts dated in the future', false)
  .addOption(new Option('--format <name>', 'output format').choices(['text', 'json', 'sarif']).default('text'))
  .option('--external', 'request the pages of other sites that links lead to', false)
  .option('--fix', 'correct in the sources what can be corrected safely', false)
  .option('--strict', 'exit with 1 for warnings as well', false)
  .addHelpText(
    'after',
    examples('check', 'check --strict --format sarif > check.sarif', 'check --external', 'check --fix'),
  )
  .action(async (options) => {
    process.env.NODE_ENV = 'production';
    const { checkCommand } = await import('./commands/check.ts');
    process.exitCode = await checkCommand(options);
  });

shared(program.command('serve'))
  .description('serve the site during development, or the built site')
  .option('--port <n>', 'port, instead of the one in config/site.yaml; if it is in use, the next free one', port)
  .option('--host [name]', 'address to listen on; without a name, all addresses')
  .option('--open', 'open the site in the browser', false)
  .option('--drafts', 'include drafts and posts dated in the future', true)
  .option('--no-drafts', 'exclude drafts and posts dated in the future')
  .option('--built', 'serve the output folder of a build, as a host would', false)
  .addHelpText('after', examples('serve --open', 'serve --host --port 8080', 'serve --built --out dist'))
  .action(async (options) => {
    // If it is missing, Vite sets it for the whole process to the mode of its latest server or bundle.
    process.env.NODE_ENV = 'development';
    const { serveCommand } = await import('./commands/serve.ts');
    process.exitCode = await serveCommand(options);
  });

program
  .command('types')
  .description('write the types of the messages and the JSON Schemas of config/ for editors')
  .addOption(rootOption())
  .addHelpText('after', examples('types', 'types --root sites/docs'))
  .action(async (options) => {
    const { typesCommand } = await import('./commands/types.ts');
    process.exitCode = await typesCommand(options);
  });

const messages = program
  .command('messages')
  .description('exchange messages with translators')
  .addHelpText('after', examples('messages status', 'messages export fr --file fr.xlf', 'messages import fr.xlf'));

messages
  .command('status')
  .description('count the new, changed, translated and reviewed messages of each locale')
  .addOption(rootOption())
  .option('--json', 'print the counts, and the keys of new and changed messages, as JSON', false)
  .option('--verbose', 'list the keys of new and changed messages', false)
  .addHelpText('after', examples('messages status', 'messages status --verbose'))
  .action(async (options) => {
    const { messagesStatusCommand } = await import('./commands/messages.ts');
    process.exitCode = await messagesStatusCommand(options);
  });

messages
  .command('export')
  .argument('<locale>', 'code of the locale to translate into')
  .description('write the new and changed messages of a locale for a translator')
  .addOption(rootOption())
  .addOption(new Option('--format <name>', 'format of the file').choices(['xliff', 'csv']).default('xliff'))
  .option('--file <path>', 'file to write; default: standard output')
  .option('--all', 'include messages that are up to date', false)
  .addHelpText('after', examples('messages export fr --file fr.xlf', 'messages export de --format csv --all > de.csv'))
  .action(async (locale, options) => {
    const { messagesExportCommand } = await import('./commands/messages.ts');
    process.exitCode = await messagesExportCommand(locale, options);
  });

messages
  .command('import')
  .argument('<file>', 'XLIFF 2 or CSV file of a translator')
  .description('check the translations of a file and write them into the messages of its locale')
  .addOption(rootOption())
  .addHelpText('after', examples('messages import fr.xlf'))
  .action(async (file, options) => {
    const { messagesImportCommand } = await import('./commands/messages.ts');
    process.exitCode = await messagesImportCommand(file, options);
  });

tuneNode();

const [name] = process.argv.slice(2).filter((word) => !word.startsWith('-'));
requirePlatform(name, process.versions);
if (name === undefined || name === 'help' || !program.commands.some((command) => command.name() === name)) {
  const { addPluginCommands } = await import('./commands/plugins.ts');
  await addPluginCommands(program, process.argv.slice(2));
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : usageError;
  else process.exitCode = (await import('./commands/print.ts')).printSystemError(error);
}
// Open handles, such as the bundler's threads, would delay the end of the process.
process.exit();
