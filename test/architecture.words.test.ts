import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles, sourceOf } from './support/imports.ts';

/** Words that the code and its texts avoid, with the plain one that says the same. */
const PLAIN_WORDS: readonly (readonly [avoided: RegExp, plain: string])[] = [
  [/[rR]efus(?:e|es|ed|al|als|ing)(?![a-z])/, 'reject, deny, assert, ensure'],
  [/(?<![a-z])fault(?:s|y)?(?![a-z])|[a-z]Faults?(?![a-z])/, 'error, violation'],
  [/objection/i, 'error, violation, validate'],
  [/(?<![A-Z])(?:MOST|LONGEST|GREATEST|DEEPEST)(?![A-Z])/, 'MAX_X, MAX_X_LENGTH'],
  [/(?<![A-Z])(?:LEAST|SHORTEST|SMALLEST)_/, 'MIN_X, MIN_X_LENGTH'],
  [/(?<![a-z])(?:least|most)(?:Bytes|Keys|Attempts)/, 'min, max'],
  [/\b(?:told|heard|spoken|anew|sickness|broom|whoever|whence)\b/i, 'a plain verb with a subject'],
  [
    /\b(?:keepHouse|housekeep\w*|former life|despiteOthers|oneAfterAnother|springTrap|isTrapped)\b/i,
    'maintenance, lock, retry',
  ],
  [/\b(?:converse\(|layOut|Pulse)\b/, 'runToolLoop, buildPrompt, ProgressReporter'],
  [/\b(?:nobody|anybody|everybody|somebody|whom|midst)(?![a-z])/i, 'no caller, every caller, in the middle of'],
  [/(?:\bg|\bG|[a-z]G)one(?![a-z])|(?<!FILE_|[A-Z])GONE(?![A-Z])/, 'deleted, missing, disconnected'],
];

/** What stays, and why. */
const ALLOWED: readonly (readonly [file: RegExp, found: RegExp])[] = [
  // A value of AssetStatus: callers and stored rows have it.
  [
    /^src\/(?:features\/asset\/asset\.(?:entity|types)|database\/schema\/asset)\.ts|settle-upload\.ts$|resumable-uploads\.ts$|^schema\//,
    /^refused$/,
  ],
  // Word lists of languages.
  [/^src\/(?:text|features\/agent\/citation\/language)\/(?:languages|common-words|opposites|clause-words)\.ts$/, /./],
  // Faults that tests inject.
  [/^test\/|^docs\/testing\.md$|^README\.md$/, /^faults?y?$/],
  // A user of the operating system.
  [/^src\/adapters\/database\/embedded\/account\.ts$/, /^nobody$/i],
  // Texts of the demo and prompts for the model, which people and models read as prose.
  [/^src\/demo\/|^src\/features\/persona\/persona\.template-texts\.ts$/, /./],
  // The same texts in examples of answers. Descriptions are checked in the GraphQL schema, where they come from.
  [/^schema\/openapi\.json$/, /^(?:fault|nobody)$/],
];

const files = [
  ...sourceFiles().filter((file) => !file.includes('/migrations/')),
  ...sourceFiles('test').filter((file) => !file.endsWith('architecture.words.test.ts')),
  ...filesIn('rest', '.graphql'),
  ...filesIn('mcp', '.graphql'),
  ...filesIn('docs', '.md'),
  'README.md',
  'schema/schema.graphql',
  'schema/openapi.json',
];

test('identifiers, comments, texts and documentation use plain words', () => {
  expect(files.flatMap((file) => avoidedWords(file))).toEqual([]);
});

test('a word that is avoided is found in identifiers and sentences', () => {
  const found = ['refuseTooMany', 'inputFaults', 'const MOST_ITEMS', 'It is indexed anew.', 'a faulty field'];
  expect(found.filter((text) => avoidedIn(text).length === 1)).toEqual(found);
  expect(['goneSignal', 'class FileGone', 'CALLER_GONE', 'Nobody reads it.'].flatMap(avoidedIn)).toHaveLength(4);
  expect(
    ['default', 'ECONNREFUSED', 'almost', 'at least one', 'HOMOST_', 'FILE_GONE', 'polygone'].flatMap(avoidedIn),
  ).toEqual([]);
});

test('of tests comments and titles are read, of documentation all but code', () => {
  expect(readable('test/a.ts', `  const gone = 'nobody'; // It is gone.`)).toBe(' // It is gone.');
  expect(readable('test/a.ts', '   * Nobody calls `nobody`.')).toBe('   * Nobody calls .');
  expect(readable('test/a.ts', `  await open('https://gone.example/');`)).toBe('');
  const title = 'a key that is refused is 401';
  expect(titlesOf(`test('${title}', () => {});`)).toEqual([[1, title]]);
  expect(titlesOf(`test.each([[400], [401]])(\n  \`${title}\`,`)).toEqual([[2, title]]);
  expect(titlesOf(`describe.runIf(IS_LONG)("${title}",`)).toEqual([[1, title]]);
  expect(titlesOf(`])('${title}', async () => {`)).toEqual([[1, title]]);
  expect(titlesOf(`expect(found).toEqual('${title}');`)).toEqual([]);
  expect(readable('docs/a.md', 'The status `refused` is gone.')).toBe('The status  is gone.');
  expect(readable('src/a.ts', 'const gone = 1;')).toBe('const gone = 1;');
});

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}

function avoidedWords(file: string): string[] {
  const text = file.startsWith('src/') ? sourceOf(file) : readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const lines = text.split('\n').map((line, index) => [index + 1, readable(file, line)] as const);
  return [...lines, ...(file.startsWith('test/') ? titlesOf(text) : [])].flatMap(([number, line]) =>
    avoidedIn(line)
      .filter(([word]) => !ALLOWED.some(([where, what]) => where.test(file) && what.test(word)))
      .map(([word, plain]) => `${file}:${number} ${word}: ${plain}`),
  );
}

/** The first text after `test(`, `describe(`, `test.each(…)(` or the end of such a table, with its line. */
const TITLE =
  /(?:^\s*(?:test|it|describe)\b[^'"`\n]*\(|^\s*\](?: as const)?\)\()\s*(?<quote>['"`])(?<title>.*?)(?<!\\)\k<quote>/gm;

function titlesOf(text: string): (readonly [line: number, title: string])[] {
  return [...text.matchAll(TITLE)].map(({ 0: whole, index, groups }) => {
    const before = text.slice(0, index + whole.lastIndexOf(groups?.['title'] ?? ''));
    return [before.split('\n').length, (groups?.['title'] ?? '').replaceAll(/`[^`]*`/g, '')] as const;
  });
}

/** The part of a line that is checked. Data of tests may have any word: `nobody` is an unknown id. */
function readable(file: string, line: string): string {
  if (file.endsWith('.md')) return line.replaceAll(/`[^`]*`/g, '');
  if (!file.startsWith('test/')) return line;
  return (/^\s*(?:\/\*|\*|\/\/).*|\s\/\/ .*/.exec(line)?.[0] ?? '').replaceAll(/`[^`]*`/g, '');
}

function avoidedIn(line: string): (readonly [word: string, plain: string])[] {
  return PLAIN_WORDS.flatMap(([pattern, plain]) => {
    const word = pattern.exec(line)?.[0];
    return word === undefined || isErrorCode(line, word) ? [] : [[word, plain] as const];
  });
}

/** `ECONNREFUSED` is a name of the operating system. */
function isErrorCode(line: string, word: string): boolean {
  return line.includes('ECONNREFUSED') && /^refused$/i.test(word);
}
