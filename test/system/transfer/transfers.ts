import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { writeSite } from '../../../src/cli/transfer/export-site.ts';
import type { SiteLine } from '../../../src/cli/transfer/lines.ts';
import { readLog } from '../../features/activity/log.ts';
import { compiledCode } from '../../support/scratch.ts';
import { ADMIN_KEY, type TestService } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';
import { linesOf } from './site-lines.ts';

/** Exports and imports of the sites of a service, with their files in a folder. */
export class Transfers {
  private readonly service: TestService;
  private readonly folder: string;
  private readonly port: number;
  private readonly environment: Readonly<Record<string, string>>;

  /** @param environment of the importing processes */
  constructor(service: TestService, folder: string, port: number, environment: Readonly<Record<string, string>> = {}) {
    this.service = service;
    this.folder = folder;
    this.port = port;
    this.environment = environment;
  }

  file(name: string): string {
    return join(this.folder, name);
  }

  startImport(site: TestSite, ...args: string[]): ChildProcess {
    const script = fileURLToPath(new URL('../../../dist/cli/import.js', import.meta.url));
    const env = {
      ...compiledCode(),
      PATH: process.env['PATH'] ?? '',
      API_KEY: site.key,
      ADMIN_KEY,
      ...this.environment,
    };
    return spawn(process.execPath, [script, '--url', this.service.url, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  async runImport(site: TestSite, ...args: string[]): Promise<{ code: number | null; output: string }> {
    const child = this.startImport(site, ...args);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (output += String(part)));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  }

  async writeLines(name: string, lines: readonly object[]): Promise<string> {
    const file = this.file(name);
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return file;
  }

  async exportOf(site: TestSite, name: string, files?: string): Promise<SiteLine[]> {
    const target = this.file(name);
    const { database, ports } = this.service.app;
    const from = { cdnUrl: `http://127.0.0.1:${this.port}/cdn`, storage: ports.storage };
    const count = await writeSite(database.forSite(site.id, 'background'), from, { target, files });
    const lines = await linesOf(target);
    expect(lines).toHaveLength(count);
    const [entry] = await readLog(site, { action: 'exported' });
    expect(entry).toMatchObject({
      resourceType: 'site',
      resourceId: site.id,
      actor: { ref: 'service', name: 'export' },
    });
    return lines;
  }
}

/** The lines of the file that were imported, according to its progress. */
export async function countImported(file: string): Promise<number> {
  const text = await readFile(`${file}.progress`, 'utf8').catch(() => '');
  const counts = [...text.matchAll(/"lines":(\d+)/g)].map(([, count]) => Number(count));
  return Math.max(0, ...counts);
}

export async function countItems(site: TestSite): Promise<{ total: number; externalIds: number; revisions: number }> {
  const [row] = await site.service.app.database.forSite(site.id, 'background').rows<{
    total: number;
    externalIds: number;
    revisions: number;
  }>(
    `select count(*)::int as total, count(distinct external_id)::int as "externalIds", max(revision) as revisions
     from content_item where site_id = $1`,
    [site.id],
  );
  return row as { total: number; externalIds: number; revisions: number };
}
