import { relative } from 'node:path';
import type { Config } from '../config.ts';
import { VERSION } from '../shared/version.ts';
import { demoKeyFile } from './seed-demo.ts';

export interface Welcome {
  address: string;
  adapters: Readonly<Record<string, string>>;
  /** The keys, which are printed at the first start only. */
  first: { apiKey: string; adminKey: string | null } | null;
  /** Where an installation admin is created; null if one can sign in. */
  setup: string | null;
}

/** The start message of a local service. Keys are printed at the first start only. */
export function welcome({ address, adapters, first, setup }: Welcome, config: Config): string {
  const facts: [string, string][] = [
    ['Version', VERSION],
    ['GraphQL', `${address}/graphql`],
    ['REST', `${address}/api/sdk`],
    ['REST reference', `${address}/api/sdk/docs`],
    ['OpenAPI', `${address}/api/sdk/openapi.json`],
  ];
  if (setup) facts.push(['Dashboard', `${address}${setup}   (signs you in, until a password is set)`]);
  else facts.push(['Dashboard', `${address}/admin`]);
  if (first) {
    facts.push(['API key', `${first.apiKey}   (site "demo", header X-Svc-API-Key)`]);
    facts.push(['Admin key', first.adminKey ? `${first.adminKey}   (header X-Svc-Admin-Key)` : 'from ADMIN_KEY']);
    facts.push(['', `both are kept in ${relative(process.cwd(), demoKeyFile(config.dataDir)).replace(/[^/]+$/, '')}`]);
  }
  const ports = Object.entries(adapters);
  const width = Math.max(...[...facts, ...ports].map(([name]) => name.length)) + 2;
  const line = ([name, value]: [string, string]): string => `  ${name.padEnd(width)}${value}`;
  return ['', 'Lectern is ready.', '', ...facts.map(line), '', 'Adapters', ...ports.map(line), '', ''].join('\n');
}
