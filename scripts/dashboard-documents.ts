import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DASHBOARD = fileURLToPath(new URL('../dashboard/', import.meta.url));

export interface DashboardDocument {
  file: string;
  text: string;
}

/** The GraphQL documents of the dashboard: what stands in backticks after `graphql(`. */
export function dashboardDocuments(): DashboardDocument[] {
  const files = readdirSync(DASHBOARD, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  return files.toSorted().flatMap((file) => {
    const source = readFileSync(join(DASHBOARD, file), 'utf8');
    return [...source.matchAll(/\bgraphql\(\s*`([^`]*)`/g)].map(([, text = '']) => ({ file, text }));
  });
}
