import { Parser } from 'htmlparser2';
import { escapeXml } from '../lib/escape.ts';
import type { Batch, FileProblem, ReceivedFile, ReceivedTranslation } from './exchange.ts';
import type { TranslationState } from './read.ts';

/** States of XLIFF 2.0. A changed source text needs a translator again, so its translation counts as not begun. */
const states: Readonly<Record<TranslationState, string>> = {
  new: 'initial',
  changed: 'initial',
  translated: 'translated',
  reviewed: 'reviewed',
};

/** Returns the batch as XLIFF 2.0 (OASIS, 2014): a unit for each message, a file for each file of messages. */
export function toXliff({ sourceLanguage, targetLanguage, translations }: Batch): string {
  const names = [...new Set(translations.map(({ name }) => name))];
  const files = names.map((name) => {
    const units = translations.filter((one) => one.name === name).map(unitOf);
    return `  <file id="${escapeXml(name)}">\n${units.join('\n')}\n  </file>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="${sourceLanguage}" trgLang="${targetLanguage}">
${files.join('\n')}
</xliff>
`;
}

function unitOf({ key, source, target, state }: Batch['translations'][number]): string {
  const note =
    state === 'changed' ? '\n      <notes><note>The source text changed since this translation.</note></notes>' : '';
  return `    <unit id="${escapeXml(key)}" xml:space="preserve">${note}
      <segment state="${states[state]}">
        <source>${escapeXml(source)}</source>
        <target>${escapeXml(target)}</target>
      </segment>
    </unit>`;
}

/** Reads XLIFF 2: units with one or more segments, whose texts are joined. */
export function fromXliff(text: string): ReceivedFile | FileProblem {
  const translations: ReceivedTranslation[] = [];
  let target: string | null = null;
  let version = '';
  let unit: { key: string; offset: number; source: string; target: string } | null = null;
  let part: 'source' | 'target' | null = null;
  /** Outside of segments, a unit may hold texts of other translations, such as candidates of a memory. */
  let isInSegment = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'xliff') {
          version = attributes.version ?? '';
          target = attributes.trgLang ?? null;
        } else if (name === 'unit')
          unit = { key: attributes.id ?? '', offset: parser.startIndex, source: '', target: '' };
        else if (name === 'segment' || name === 'ignorable') isInSegment = true;
        else if (unit && isInSegment && (name === 'source' || name === 'target')) part = name;
      },
      ontext(data) {
        // XML has line feeds only (XML 1.0, 2.11), whatever an editor has written.
        if (unit && part) unit[part] += data.replace(/\r\n?/g, '\n');
      },
      onclosetag(name) {
        if (name === part) part = null;
        if (name === 'segment' || name === 'ignorable') isInSegment = false;
        if (name !== 'unit' || !unit) return;
        translations.push(unit);
        unit = null;
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  if (!version.startsWith('2')) {
    const message = version ? `This is XLIFF ${version}; sitegen reads XLIFF 2.` : 'This is not an XLIFF file.';
    return { message, hint: 'Export it as XLIFF 2.0, or as CSV.', offset: 0 };
  }
  if (target === null)
    return {
      message: 'The file does not name its language.',
      hint: 'Add `trgLang` to `<xliff>`.',
      offset: text.indexOf('<xliff'),
    };
  return { target, translations };
}
