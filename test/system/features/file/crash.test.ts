import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_KEY, Victim } from '../../crash/victim.ts';
import { fixtureBytes } from '../../../support/document-samples.ts';
import { install } from '../../support/installation.ts';
import { picture } from '../../../features/asset/sample-files.ts';

/** `npm run test:crash` kills 50 times: twice a round. */
const KILLS = Number(process.env['CRASH_ROUNDS'] ?? 1.5) * 2;
/** After a deletion `npm run test:system` kills the service together with its database; the long form also without it. */
const WITH_DATABASE = process.env['CRASH_ROUNDS'] === undefined ? [true] : [false, true];

let dataDir: string;
let victim: Victim;
let key: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-file-crash-'));
  await install(dataDir);
  victim = new Victim(dataDir);
  await victim.start();
  const admin = async (query: string) => {
    const { data } = await send('/graphql', { 'x-svc-admin-key': ADMIN_KEY }, { query });
    return data as Record<string, { id: string; secret: string }>;
  };
  const made = await admin(
    'mutation { createSite(input: { name: "Crash", ownerEmail: "o@example.org", plan: enterprise }) { id } }',
  );
  const id = made['createSite']?.id ?? '';
  const keys = await admin(`mutation { createApiKey(siteId: "${id}", input: { name: "crash" }) { secret } }`);
  key = keys['createApiKey']?.secret ?? '';
});
afterAll(async () => {
  await victim.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function send(path: string, headers: Record<string, string>, body?: object): Promise<{ data: unknown }> {
  const response = await fetch(victim.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as { data: unknown };
}

const api = async <T>(path: string, body?: object): Promise<T> =>
  (await send(`/api/sdk${path}`, { 'x-svc-api-key': key }, body)).data as T;

async function upload(name: string, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(`${victim.url}/api/sdk/assets/upload`, {
    method: 'POST',
    headers: { 'x-svc-api-key': key },
    body: form,
  });
  return ((await response.json()) as { data: { key: string } }).data.key;
}

/** Uploads a file and has it read; answers the job. */
async function read(fileName: string, bytes: Buffer): Promise<string> {
  const fileKey = await upload(fileName, bytes);
  return (await api<{ jobId: string }>('/knowledge/process', { fileKey, fileName })).jobId;
}

interface Job {
  id: string;
  stage: string;
  state: string;
  chunks: number | null;
  documentId: string | null;
  error: unknown;
}

async function jobOf(id: string): Promise<Job> {
  const query = `{ fileProcessingJob(id: "${id}") { id stage state chunks documentId error { code message } } }`;
  const { data } = await send('/graphql', { 'x-svc-api-key': key }, { query });
  return (data as { fileProcessingJob: Job }).fileProcessingJob;
}

async function until(id: string, isThere: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job = await jobOf(id);
    if (isThere(job)) return job;
    await wait(20);
  }
}

const isEnded = ({ state }: Job): boolean => ['completed', 'failed', 'cancelled'].includes(state);
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** Where the service is when it is killed; what is missed by a moment was another moment worth being killed at. */
const MOMENTS: readonly ((id: string) => Promise<unknown>)[] = [
  async () => {},
  (id) => until(id, (job) => isEnded(job) || job.state === 'running'),
  (id) => until(id, (job) => isEnded(job) || job.stage === 'indexing'),
  (id) => until(id, isEnded),
  () => wait(Math.random() * 2_500),
];

test(
  `killed ${KILLS} times at every stage, every job is completed and its text there exactly once`,
  { timeout: KILLS * 60_000 },
  async () => {
    const jobs: { id: string; word: string }[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const word = `lantern${kill}zq`;
      const html = await read(`page${kill}.html`, Buffer.from(`<h1>Page</h1><p>The ${word} is lit.</p>`));
      jobs.push({ id: html, word });
      let watched = html;
      if (kill % 2 === 0) {
        watched = await read(
          `scan${kill}.pdf`,
          Buffer.concat([fixtureBytes('ferry.scan.pdf'), Buffer.from(`%${word}`)]),
        );
        jobs.push({ id: watched, word: '' });
      }
      await MOMENTS[kill % MOMENTS.length]?.(watched);
      await victim.kill({ databaseToo: kill % 3 === 0 });
      await victim.start();
    }
    for (const { id } of jobs) expect(await until(id, isEnded)).toMatchObject({ state: 'completed', error: null });
    const listed = await api<{ _id: string; status: string; chunks: number }[]>('/rag/documents');
    expect(listed).toHaveLength(jobs.length);
    for (const { id, word } of jobs) {
      const { documentId, chunks } = await jobOf(id);
      expect(listed.find(({ _id }) => _id === documentId)).toMatchObject({ status: 'completed', chunks });
      if (word === '') continue;
      const { results } = await api<{ results: { content: string }[] }>('/rag/search', { query: word, maxResults: 50 });
      expect(results.filter(({ content }) => content.includes(word))).toHaveLength(1);
    }
  },
);

/** The names of all stored files. */
async function stored(): Promise<string[]> {
  const all = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
}

test('deleted files are not served and are removed after a kill that follows their deletion', async () => {
  for (const databaseToo of WITH_DATABASE) {
    const png = await picture('png');
    const keys = await Promise.all(Array.from({ length: 20 }, (_, at) => upload(`gone${at}.png`, png)));
    await Promise.all(keys.map((one) => fetch(`${victim.url}/cdn/${one}?w=8`)));
    expect((await stored()).filter((file) => file.includes('gone'))).toHaveLength(40);
    const deletions = keys.map((one, at) => `d${at}: deleteAsset(id: "${one}") { deleted }`);
    const { data } = await send(
      '/graphql',
      { 'x-svc-api-key': key },
      { query: `mutation { ${deletions.join('\n')} }` },
    );
    await victim.kill({ databaseToo });
    expect(Object.keys(data as object)).toHaveLength(20);
    await victim.start();
    const answers = await Promise.all(keys.map((one) => fetch(`${victim.url}/cdn/${one}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    await expect
      .poll(async () => (await stored()).filter((file) => file.includes('gone')), { timeout: 60_000 })
      .toEqual([]);
  }
});
