import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_KEY, Victim } from '../../crash/victim.ts';
import { install } from '../../support/installation.ts';
import { useFolder } from '../../support/make-video.ts';
import { HARBOUR, makeLecture } from './lecture.ts';
import { type VideoServer, startVideoServer } from './video-server.ts';
import { hasProgram, needs } from '../../../support/needs.ts';

const STEPS = ['upload', 'segmentation', 'analysis', 'transcription', 'embedding'];
/** `npm run test:crash` kills 30 times, at every step; the short form at the first, the longest and the last. */
const IS_LONG = process.env['CRASH_ROUNDS'] !== undefined;
const KILLED_AT = IS_LONG ? STEPS : ['upload', 'analysis', 'embedding'];
const ROUNDS = IS_LONG ? 30 / STEPS.length : 1;

const folder = useFolder();
let dataDir: string;
let host: VideoServer;
let victim: Victim;
let key: string;

beforeAll(async () => {
  if (!hasProgram('ffmpeg')) return;
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-video-crash-'));
  await install(dataDir);
  host = await startVideoServer(folder.path);
  victim = new Victim(dataDir, { OUTBOUND_ALLOW_HOSTS: host.host });
  await victim.start();
  const admin = async (query: string) =>
    (await send('/graphql', { 'x-svc-admin-key': ADMIN_KEY }, { query })) as Record<
      string,
      { id: string; secret: string }
    >;
  const { createSite } = await admin(
    'mutation { createSite(input: { name: "Crash", ownerEmail: "o@example.org", plan: enterprise }) { id } }',
  );
  const { createApiKey } = await admin(
    `mutation { createApiKey(siteId: "${createSite?.id}", input: { name: "crash" }) { secret } }`,
  );
  key = createApiKey?.secret ?? '';
});
afterAll(async () => {
  await victim?.stop();
  await host?.stop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

async function send(path: string, headers: Record<string, string>, body: object): Promise<unknown> {
  const response = await fetch(victim.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { data: unknown }).data;
}

const api = async <T>(path: string, body: object): Promise<T> =>
  (await send(`/api/sdk${path}`, { 'x-svc-api-key': key }, body)) as T;

interface Job {
  state: string;
  step: string;
  stage: string;
  progress: number;
  error: unknown;
  result: { totalSegments: number } | null;
}

async function jobOf(id: string): Promise<Job> {
  const query = `{ videoJob(id: "${id}") { state step stage progress error { code } result { totalSegments } } }`;
  return ((await send('/graphql', { 'x-svc-api-key': key }, { query })) as { videoJob: Job }).videoJob;
}

async function until(id: string, isThere: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job = await jobOf(id);
    if (isThere(job)) return job;
    await wait(20);
  }
}

const isEnded = ({ state }: Job): boolean => ['completed', 'failed', 'cancelled'].includes(state);

/** Segments that the stage has finished, as the job says it. */
const finished = ({ stage }: Job): number => Number(/: (\d+) of/.exec(stage)?.[1] ?? 0);

/** Killed at each step, or later where a step is over too soon. */
async function killAtEachStep(id: string, round: number): Promise<void> {
  for (const [at, step] of KILLED_AT.entries()) {
    const before = await until(id, (job) => {
      const isLater = STEPS.indexOf(job.step) > STEPS.indexOf(step);
      const isInside = job.step === step && job.state === 'running' && (step !== 'analysis' || finished(job) > 0);
      return isEnded(job) || isLater || isInside;
    });
    await wait(round * 30);
    await victim.kill({ databaseToo: at % 2 === 0 });
    host.stalled.clear();
    await victim.start();
    const after = await until(id, (job) => isEnded(job) || job.state === 'running');
    expect(after.progress).toBeGreaterThanOrEqual(before.progress);
    if (after.step === before.step && !isEnded(after)) expect(finished(after)).toBeGreaterThanOrEqual(finished(before));
  }
}

test(
  `killed ${ROUNDS * KILLED_AT.length} times, at ${KILLED_AT.join(', ')}, every video is completed, with each segment once`,
  { ...needs('ffmpeg'), timeout: ROUNDS * 150_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const name = `harbour${round}.mp4`;
      await makeLecture(folder.path, name, HARBOUR);
      host.stalled.add(name);
      const { jobId } = await api<{ jobId: string }>('/knowledge/video', {
        videoUrl: host.urlOf(name),
        analysisConfig: { segmentDuration: 15 },
      });
      await killAtEachStep(jobId, round);
      expect(await until(jobId, isEnded)).toMatchObject({
        state: 'completed',
        error: null,
        progress: 100,
        result: { totalSegments: HARBOUR.length },
      });
    }
    for (const word of ['ferry', 'anchor', 'lighthouse']) {
      const { results } = await api<{ results: { content: string }[] }>('/rag/search', { query: word, maxResults: 50 });
      expect(results.filter(({ content }) => content.toLowerCase().includes(word))).toHaveLength(ROUNDS);
    }
    await expect.poll(() => readdir(join(dataDir, 'videos')), { timeout: 10_000 }).toEqual([]);
  },
);
