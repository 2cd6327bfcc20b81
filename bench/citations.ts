import { verifySpans } from '../src/features/agent/citation/verify-citations.ts';
import { evidence } from '../test/features/agent/evidence.ts';
import { type CitationCase, citationCases } from './eval/citation-cases.ts';

const FILES = ['citations.md', 'citations-held-out.md', 'citations-manuals.md', 'citations-notices.md'];

/** In the list of passages: far enough that the subject is another one. */
const DISTANCE = 7;

/** `npm run eval:citations`: which of the true and the false sentences of test/data keep their citation. */
async function main(): Promise<void> {
  process.stdout.write('| sentences | true ones kept | false ones kept |\n| --- | --- | --- |\n');
  for (const name of FILES) {
    const cases = citationCases(name);
    await print(name, cases);
    if (name === FILES[0]) await print(`${name}, with passages of other subjects`, withOtherPassages(cases));
  }
}

async function print(name: string, cases: readonly CitationCase[]): Promise<void> {
  const cells = await Promise.all(
    [true, false].map((isTrue) => keptShare(cases.filter((each) => each.isTrue === isTrue))),
  );
  process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`);
}

async function keptShare(cases: readonly CitationCase[]): Promise<string> {
  let count = 0;
  for (const { title, section, passage, claim } of cases) {
    const cited = [{ start: 0, end: claim.length, evidence: [evidence(title, { text: passage, section })] }];
    if ((await verifySpans(claim, cited)).spans.length > 0) count += 1;
  }
  return cases.length === 0 ? '' : `${count} of ${cases.length}`;
}

/** The true sentences, each beside the passage of another subject: none should keep its citation. */
function withOtherPassages(cases: readonly CitationCase[]): CitationCase[] {
  const subjects = [...new Map(cases.map((each) => [each.title, each])).values()];
  return cases
    .filter(({ isTrue }) => isTrue)
    .map((each) => {
      const at = subjects.findIndex(({ title }) => title === each.title);
      const { title, section, passage } = subjects[(at + DISTANCE) % subjects.length] ?? each;
      return { ...each, title, section, passage, isTrue: false };
    });
}

await main();
