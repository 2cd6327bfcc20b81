import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = 'docs/decisions';
const INDEX = readFileSync(join(FOLDER, 'README.md'), 'utf8');

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

test('a decision names paths that exist', () => {
  const wrong = decisions.flatMap(({ file, paths }) =>
    paths.filter((path) => !existsSync(path)).map((path) => `${file}: ${path}`),
  );
  expect(wrong).toEqual([]);
});
