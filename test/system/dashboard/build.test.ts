import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { dashboardDocuments } from '../../../scripts/dashboard-documents.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OUT = `${ROOT}dist/dashboard/`;
const MAX_SHELL_BYTES = 220_000;

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

const manifest = JSON.parse(readFileSync(`${OUT}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;

/** The script of a chunk and of what it imports at once. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const other of chunk.imports ?? []) filesOf(other, seen);
  return seen;
}

test('the script of the shell is 220 kB at most, compressed', () => {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  const bytes = [...filesOf(entry ?? '')].map((file) => statSync(`${OUT}${file}.gz`).size);
  expect(bytes.length).toBeGreaterThan(0);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MAX_SHELL_BYTES);
});

test('every page is a chunk of its own', () => {
  const pages = Object.keys(manifest).filter((key) => /^pages\/[^/]+\/[^/]+\.tsx$/.test(key));
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '';
  expect(pages).toContain('pages/overview/overview.tsx');
  expect(pages.filter((page) => filesOf(entry).has(manifest[page]?.file ?? ''))).toEqual([]);
});

test('every document of the dashboard is one of the schema', () => {
  const schema = buildSchema(readFileSync(`${ROOT}schema/schema.graphql`, 'utf8'));
  const documents = dashboardDocuments();
  expect(documents.length).toBeGreaterThan(0);
  const errors = documents.flatMap(({ file, sent }) =>
    validate(schema, parse(sent)).map((error) => `${file}: ${error}`),
  );
  expect(errors).toEqual([]);
});
