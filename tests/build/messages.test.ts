import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { program, type Site, siteOf, smallSite } from '../site.ts';

let site: Site;
beforeEach(() => {
  site = siteOf(`
-- config/site.yaml --
name: Small
url: https://small.example
-- config/locales.yaml --
default: en
locales:
  - { code: en, name: English, language: en-GB }
  - { code: de, name: Deutsch, language: de-DE }
-- locales/en/home.json --
{
  "title": "Welcome, {name}",
  "text": "Read <b>this</b> & \\"that\\"",
  "formula": "=SUM(A1)",
  "steps": ["First", "Second"],
  "count": "{n, plural, one {# post} other {# posts}}"
}
-- locales/de/home.json --
{
  "title": "Willkommen, {name}",
  "steps": ["Zuerst"]
}
`);
});
afterEach(() => site.close());

const sitegen = (...args: readonly string[]) =>
  spawnSync(process.execPath, [program, 'messages', ...args, '--root', site.root], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
const at = (name: string) => join(site.root, name);
const german = () => JSON.parse(site.read('locales/de/home.json'));

describe('messages for translators', () => {
  it.each(['xlf', 'csv'])('leave as a file and come back translated: %s', (ending) => {
    const file = at(`de.${ending}`);
    const exported = sitegen('export', 'de', '--format', ending === 'csv' ? 'csv' : 'xliff', '--file', file);
    expect([exported.status, exported.stderr]).toEqual([0, '4 of 6 messages exported for de.\n']);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('Welcome');
    const translate = (source: string, target: string) => {
      const [from, to] =
        ending === 'csv'
          ? [new RegExp(`^(home\\.[^,]*,new,${source}),(\\r?)$`, 'm'), `$1,${target}$2`]
          : [new RegExp(`(<source>${source}</source>\\s*<target>)(</target>)`), `$1${target}$2`];
      const before = site.read(`de.${ending}`);
      expect(before).toMatch(from);
      site.write(`de.${ending}`, before.replace(from, to));
    };
    if (ending === 'csv') {
      translate('"Read <b>this</b> & ""that"""', '"Lies <b>dies</b> & ""das"""');
      translate("'=SUM\\(A1\\)", "'=SUMME(A1)");
    } else {
      translate(
        'Read &lt;b&gt;this&lt;/b&gt; &amp; (?:"|&quot;)that(?:"|&quot;)',
        'Lies &lt;b&gt;dies&lt;/b&gt; &amp; "das"',
      );
      translate('=SUM\\(A1\\)', '=SUMME(A1)');
    }
    translate('Second', 'Danach');
    const imported = sitegen('import', file);
    expect([imported.status, imported.stdout, imported.stderr]).toEqual([
      0,
      '3 messages of de written, 0 unchanged, 1 not translated.\n',
      '',
    ]);
    expect(german()).toEqual({
      title: 'Willkommen, {name}',
      text: 'Lies <b>dies</b> & "das"',
      formula: '=SUMME(A1)',
      steps: ['Zuerst', 'Danach'],
    });
  });

  it('change nothing if a translation breaks its message, and say where', () => {
    site.write(
      'de.csv',
      'key,state,source,de\nhome.formula,new,,Formel\nhome.title,new,,"Willkommen, {nme}"\nhome.count,new,,"{n, plural, other {# Beiträge}}"\n',
    );
    const before = site.read('locales/de/home.json');
    const { status, stderr } = sitegen('import', at('de.csv'));
    expect(status).toBe(1);
    expect(stderr).toContain('LOCALE_PLACEHOLDER de.csv:3:1');
    expect(stderr).toContain('Did you mean `name`?');
    expect(stderr).toContain('LOCALE_PLURAL de.csv:4:1');
    expect(site.read('locales/de/home.json')).toBe(before);
  });

  it.each([',', ';', '\t'])(
    'are left out with a warning if their key is unknown or their source text has changed, in columns with %j between them',
    (delimiter) => {
      const text = 'key,state,source,de\nhome.titel,new,Welcome,Hallo\nhome.formula,new,=SUM(B2),Formel\n';
      site.write('de.csv', text.replaceAll(',', delimiter));
      const { status, stdout, stderr } = sitegen('import', at('de.csv'));
      expect([status, stdout]).toEqual([0, '0 messages of de written, 0 unchanged, 0 not translated.\n']);
      expect(stderr).toMatch(
        /TRANSLATION_UNKNOWN_KEY de\.csv:2:1.*Did you mean `home\.title`.*TRANSLATION_OUTDATED de\.csv:3:1/s,
      );
    },
  );

  it('go to their own item of a list, and replace a text that no page can show', () => {
    site.edit('locales/de/home.json', (text) => text.replace(/,\s*"steps.*\n/, ',\n  "count": "Viele"\n'));
    site.edit('locales/en/home.json', (text) =>
      text.replace(/"count": .*\n/, '"count": { "short": "Few", "long": "A few posts" }\n'),
    );
    site.write(
      'de.csv',
      'key,state,source,de\nhome.steps.1,new,Second,Danach\nhome.count.long,new,A few posts,Einige\n',
    );
    const { status, stdout } = sitegen('import', at('de.csv'));
    expect([status, stdout]).toEqual([0, '2 messages of de written, 0 unchanged, 0 not translated.\n']);
    expect(german()).toMatchObject({ steps: ['', 'Danach'], count: { long: 'Einige' } });
  });

  it('come from segments alone, with the line feeds of XML, and are refused if they are not UTF-8', () => {
    site.edit('locales/en/home.json', (text) => text.replace('=SUM(A1)', 'One\\nTwo'));
    sitegen('export', 'de', '--format', 'xliff', '--file', at('de.xlf'));
    const candidate = '<m:matches><m:match><source>One</source><target>Eins</target></m:match></m:matches>';
    site.edit('de.xlf', (text) =>
      text
        .replace('<xliff ', '<xliff xmlns:m="urn:oasis:names:tc:xliff:matches:2.0" ')
        .replace(/(<unit id="home.formula"[^>]*>)([\s\S]*?<target>)/, `$1${candidate}$2Eins\nZwei`)
        .replaceAll('\n', '\r\n'),
    );
    const imported = sitegen('import', at('de.xlf'));
    expect([imported.stderr, imported.status]).toEqual(['', 0]);
    expect(german().formula).toBe('Eins\nZwei');
    writeFileSync(at('de.csv'), Buffer.from('key,source,de\nhome.text,,Gr\u00fc\u00dfe\n', 'latin1'));
    const refused = sitegen('import', at('de.csv'));
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('SOURCE_NOT_UTF8')]);
  });

  it('are refused in a file of another format or language', () => {
    for (const [name, text, message] of [
      ['a.xlf', '<xliff version="1.2"><file/></xliff>', 'This is XLIFF 1.2; sitegen reads XLIFF 2.'],
      ['b.xlf', 'key,de', 'This is not an XLIFF file.'],
      ['c.xlf', '<xliff version="2.0" srcLang="en" trgLang="fr-FR"></xliff>', 'The site has no locale `fr-FR`.'],
      ['d.csv', 'a,b\n1,2\n', 'The first row must be `key`, `source` and the code of the locale.'],
    ] as const) {
      site.write(name, text);
      const { status, stderr } = sitegen('import', at(name));
      expect([status, stderr], name).toEqual([1, expect.stringContaining(message)]);
    }
    expect(sitegen('import', at('nowhere.xlf')).status).toBe(2);
    expect(sitegen('export', 'fr').stderr).toContain('There is no locale `fr` to translate into.');
  });

  it('have states by their commits: new, changed since, translated, reviewed', () => {
    const git = (seconds: number, ...args: readonly string[]) => {
      const date = `@${1_700_000_000 + seconds} +0000`;
      const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
      const user = ['-c', 'user.name=Editor', '-c', 'user.email=editor@small.example'];
      execFileSync('git', [...user, ...args], { cwd: site.root, env });
    };
    git(0, 'init', '-q');
    git(0, 'add', '.');
    git(0, 'commit', '-qm', 'Write messages');
    site.edit('locales/en/home.json', (text) => text.replace('Welcome', 'A warm welcome'));
    git(60, 'commit', '-qam', 'Welcome warmly');
    site.edit('locales/de/home.json', (text) => text.replace('["Zuerst"]', '["Zuerst", "Danach"]'));
    git(120, 'commit', '-qam', 'Translate the second step\n\nReviewed-by: Ada <ada@small.example>');
    const { stdout } = sitegen('status', '--json');
    expect(JSON.parse(stdout)).toEqual([
      {
        locale: 'de',
        counts: { new: 3, changed: 1, translated: 0, reviewed: 2 },
        keys: { new: ['home.text', 'home.formula', 'home.count'], changed: ['home.title'] },
      },
    ]);
    expect(sitegen('status').stdout).toMatch(/^de +3 +1 +0 +2$/m);
    // The comma that a line gets when a message is added below it is no translation.
    site.edit('locales/de/home.json', (text) =>
      text.replace('["Zuerst", "Danach"]', '["Zuerst", "Danach"],\n  "formula": "Summe"'),
    );
    git(180, 'commit', '-qam', 'Translate the formula');
    expect(sitegen('status').stdout).toMatch(/^de +2 +1 +1 +2$/m);
    expect(sitegen('export', 'de').stdout).toContain('The source text changed since this translation.');
  });
});

describe('a build of the pseudo-locale', () => {
  it('shows every message accented and between brackets, at the same paths', async () => {
    const small = siteOf(smallSite);
    const plain = await small.build();
    const paths = Object.keys(small.files('dist')).filter((path) => path.endsWith('.html'));
    const built = await small.build('--pseudo');
    expect([plain.code, built.code]).toEqual([0, 0]);
    expect(Object.keys(small.files('dist')).filter((path) => path.endsWith('.html'))).toEqual(paths);
    expect(small.read('dist/about/index.html')).toMatch(/<h1>⟦Áƀó+ú+ţ ú+š⟧</);
    expect(small.read('dist/de/index.html')).toContain('Small');
    small.close();
  });
});
