import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Egress } from '../../../ports/egress.ts';
import type { Logger } from '../../../shared/log/logger.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { DEFAULT_MODEL, type ModelDownload } from './default-model.ts';
import { openOnnxEmbedder } from './onnx.ts';

const CONNECT_MS = 10_000;
const STALL_MS = 20_000;
const MIN_BYTES_PER_SECOND = 10_000;

/** The folder of the models of an installation. */
export function modelsFolder(dataDir: string): string {
  return join(dataDir, 'models');
}

/** The folders of the models that are complete, by name. */
export function storedModels(dataDir: string): string[] {
  const folder = modelsFolder(dataDir);
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const folders = names.filter((name) => !name.startsWith('.')).map((name) => join(folder, name));
  return folders.filter((each) => existsSync(join(each, 'tokenizer.json')));
}

/** The model that is used if none is named: the default one, or else the first by name; undefined without any. */
export function storedModel(dataDir: string): string | undefined {
  const stored = storedModels(dataDir);
  return stored.find((each) => basename(each) === DEFAULT_MODEL.name) ?? stored[0];
}

/**
 * Fetches a model to DATA_DIR/models. Its folder appears when all is there, with the bytes that are expected.
 * @param onProgress is called with the part that has arrived, 0 to 1
 * @throws ServiceError BAD_GATEWAY if a file cannot be fetched or has other contents
 */
export async function fetchModel(
  egress: Egress,
  dataDir: string,
  model: ModelDownload,
  { signal, onProgress = () => {} }: { signal?: AbortSignal; onProgress?: (part: number) => void } = {},
): Promise<string> {
  const total = model.files.reduce((sum, { bytes }) => sum + bytes, 0);
  let received = 0;
  const count = (bytes: number): void => onProgress((received += bytes) / total);
  return storeModel(dataDir, model.name, async (folder) => {
    for (const file of model.files) {
      await mkdir(dirname(join(folder, file.name)), { recursive: true });
      await fetchFile(egress, `${model.url}/${file.name}`, join(folder, file.name), file, count, signal);
    }
    for (const [name, content] of Object.entries(model.settings)) {
      await writeFile(join(folder, name), JSON.stringify(content));
    }
  });
}

/**
 * Fetches the default model while the service runs, for its next start. A failure is no error: the machine may have no
 * way to the hub.
 */
export async function fetchInBackground(egress: Egress, dataDir: string, log: Logger): Promise<void> {
  const { name } = DEFAULT_MODEL;
  let reportedPercent = 0;
  const onProgress = (part: number): void => {
    const quarter = Math.floor(part * 4);
    if (quarter > reportedPercent && quarter < 4)
      log.info(`the embedding model ${name} is being fetched: ${quarter * 25} %`);
    reportedPercent = quarter;
  };
  try {
    await fetchModel(egress, dataDir, DEFAULT_MODEL, { onProgress });
    log.info(`the embedding model ${name} was fetched: searches know meaning from the next start on`);
  } catch (error) {
    log.debug({ err: error }, `the embedding model ${name} could not be fetched: searches match words`);
  }
}

/** Copies a model from a folder to DATA_DIR/models, if it can be used. Returns its new folder. */
export async function copyModel(from: string, dataDir: string): Promise<string> {
  const embedder = await openOnnxEmbedder(from);
  await embedder.close();
  return storeModel(dataDir, basename(resolve(from)), (folder) =>
    cp(from, folder, { recursive: true, dereference: true }),
  );
}

/** Fills a folder beside the models, and then makes it one of them, in place of one of the same name. */
async function storeModel(dataDir: string, name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const target = join(modelsFolder(dataDir), name);
  const incomplete = join(modelsFolder(dataDir), `.${name}`);
  // What a process has left that was killed.
  await rm(incomplete, { recursive: true, force: true });
  await mkdir(incomplete, { recursive: true });
  try {
    await fill(incomplete);
    await rm(target, { recursive: true, force: true });
    await rename(incomplete, target);
  } finally {
    await rm(incomplete, { recursive: true, force: true });
  }
  return target;
}

async function fetchFile(
  egress: Egress,
  url: string,
  path: string,
  expected: { bytes: number; sha256: string },
  count: (bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const limits = { deadlineMs: CONNECT_MS, stallMs: STALL_MS, minBytesPerSecond: MIN_BYTES_PER_SECOND };
  await egress.download({ url, ...limits, maxBytes: expected.bytes, signal }, async ({ status, body }) => {
    if (status !== 200) throw new ServiceError('BAD_GATEWAY', `${url} answered ${status}`);
    const hash = createHash('sha256');
    const file = await open(path, 'w');
    try {
      for await (const bytes of body) {
        hash.update(bytes);
        await file.writeFile(bytes);
        count(bytes.length);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    if (hash.digest('hex') !== expected.sha256) throw new ServiceError('BAD_GATEWAY', `${url} has other contents`);
  });
}
