import { cp, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { startProcess } from './process.ts';
import { scratch } from '../../support/scratch.ts';

/**
 * Fills a folder with what the first start of the built service leaves in it: a cluster, secrets and the demo site. Only
 * the first caller of a run waits for such a start, which takes two seconds of the processor more than any later one.
 * @param dataDir does not exist, or is empty
 */
export async function install(dataDir: string): Promise<void> {
  const template = join(scratch(), 'installation');
  if (!(await exists(template))) await makeTemplate(template);
  await cp(template, dataDir, { recursive: true });
}

/** The key of the demo site. */
export async function demoKey(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'secrets', 'demo-api-key'), 'utf8')).trim();
}

async function makeTemplate(template: string): Promise<void> {
  const folder = await mkdtemp(`${template}-`);
  const service = await startProcess({ DATA_DIR: folder });
  const code = await service.stop();
  if (code !== 0) throw new Error(`The first service ended with ${code}:\n${service.output()}`);
  // Another worker may have been faster: what it made is the same.
  await rename(folder, template).catch(() => rm(folder, { recursive: true, force: true }));
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
