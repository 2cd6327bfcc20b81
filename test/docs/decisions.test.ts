import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = 'docs/decisions';
const INDEX = readFileSync(join(FOLDER, 'README.md'), 'utf8');
const SOURCE = /\.(?:ts|tsx|mjs|graphql)$/;

interface Decision {
  file: string;
  number: number;
  title: string;
  status: string;
  paths: string[];
  text: string;
}

const decisions = readdirSync(FOLDER)
  .filter((file) => file !== 'README.md')
  .map(toDecision);

function toDecision(file: string): Decision {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const [title = '', , status = ''] = text.split('\n');
  const paths = [...status.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  return {
    file,
    number: Number(file.slice(0, 4)),
    title: title.slice(2),
    status: status.split('.')[0] ?? '',
    paths,
    text,
  };
}

/** The texts of the source files at a path, of all below it if it is a folder. */
function sourcesAt(path: string): string[] {
  if (!statSync(path).isDirectory()) return [readFileSync(path, 'utf8')];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

test('the index lists every decision once, with its title, status and paths', () => {
  const rows = [...INDEX.matchAll(/^\| \[.*$/gm)].map(([row]) => row);
  const expected = decisions.map(
    ({ file, title, status, paths }) =>
      `| [${title}](${file}) | ${status.toLowerCase()} | ${paths.map((path) => `\`${path}\``).join(', ')} |`,
  );
  expect(rows.toSorted()).toEqual(expected.toSorted());
});

test('a decision has a context, a choice and the rejected options, in few lines', () => {
  const wrong = decisions.filter(
    ({ number, title, text }) =>
      !title.startsWith(`${number}. `) ||
      !['Context', 'Choice', 'Rejected'].every((part) => text.includes(`\n**${part}.** `)) ||
      text.length > 1_900,
  );
  expect(wrong.map(({ file }) => file)).toEqual([]);
});

test('a decision names paths that exist, and code there names the decision', () => {
  const wrong = decisions.flatMap(({ file, number, paths }) => {
    const missing = paths.filter((path) => !existsSync(path));
    if (missing.length > 0) return [`${file}: no ${missing.join(', ')}`];
    const named = new RegExp(`\\bdecisions? (?:\\d+ and )?${number}\\b`, 'i');
    return paths.some((path) => sourcesAt(path).some((source) => named.test(source))) ? [] : [`${file}: not named`];
  });
  expect(wrong).toEqual([]);
});
