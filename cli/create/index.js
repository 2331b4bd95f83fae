#!/usr/bin/env node
// `npm create @safelight/sitegen my-site`: the same as `sitegen init my-site`.
process.argv.splice(2, 0, 'init');
await import('@safelight/sitegen/cli');
