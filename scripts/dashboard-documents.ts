import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DASHBOARD = fileURLToPath(new URL('../dashboard/', import.meta.url));

export interface DashboardDocument {
  file: string;
  /** What stands in backticks. */
  text: string;
  /** With the fragments that the call names, as it is sent. */
  sent: string;
}

interface Source {
  file: string;
  source: string;
}

/** The GraphQL documents of the dashboard: what stands in backticks after `graphql(`. */
export function dashboardDocuments(): DashboardDocument[] {
  const files = sources();
  const fragments = new Map(fragmentsOf(files).map(({ name, text }) => [name, text]));
  return files.flatMap(({ file, source }) =>
    [...source.matchAll(/\bgraphql\(\s*`([^`]*)`([^)]*)\)/g)].map(([, text = '', rest = '']) => {
      const named = [...rest.matchAll(/\w+/g)].map(([name]) => fragments.get(name) ?? '');
      return { file, text, sent: [text, ...named].join('') };
    }),
  );
}

/** What stands in backticks after `fragment(`. */
export function dashboardFragments(): Omit<DashboardDocument, 'sent'>[] {
  return fragmentsOf(sources());
}

function fragmentsOf(files: readonly Source[]): { name: string; file: string; text: string }[] {
  return files.flatMap(({ file, source }) =>
    [...source.matchAll(/\bconst (\w+) = fragment\(\s*`([^`]*)`/g)].map(([, name = '', text = '']) => ({
      name,
      file,
      text,
    })),
  );
}

function sources(): Source[] {
  return readdirSync(DASHBOARD, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .toSorted()
    .map((file) => ({ file, source: readFileSync(join(DASHBOARD, file), 'utf8') }));
}
