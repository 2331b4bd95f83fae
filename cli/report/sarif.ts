import type { Diagnostic } from '../contract.ts';

/** Returns diagnostics as SARIF 2.1.0, which code hosts and editors show beside the lines. */
export function toSarif(problems: readonly Diagnostic[], version: string): object {
  const codes = [...new Set(problems.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'sitegen', version, rules: codes.map((id) => ({ id })) } },
        originalUriBaseIds: { SITE: { description: { text: 'The folder of the site.' } } },
        results: problems.map((problem) => resultOf(problem, codes)),
      },
    ],
  };
}

function resultOf({ code, severity, message, hint, file, line, column }: Diagnostic, codes: readonly string[]): object {
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column ?? 1 } };
  const artifactLocation = { uri: encodeURI(file ?? 'config/site.yaml'), uriBaseId: 'SITE' };
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: hint === undefined ? message : `${message} ${hint}` },
    // Code hosts omit results without a file, so problems without one are shown at the settings.
    locations: [{ physicalLocation: { artifactLocation, ...region } }],
  };
}
