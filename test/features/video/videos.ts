import type { RestAnswer, TestSite } from '../../support/site.ts';
import { headersOf } from '../access/world.ts';

/** Sees the jobs of restricted videos, too. */
const MEMBER = { tier: 'premium', subscriptions: ['gold'] } as const;

export interface VideoJob {
  jobId: string;
  fileName: string;
  status: string;
  progress: number;
  stage: string;
  message?: string;
  result?: {
    totalSegments: number;
    techniques: string[];
    language: string | null;
    duration: number | null;
    skipped: { what: string; reason: string }[];
  };
  error?: { code: string; message: string };
  createdAt: string;
  completedAt?: string;
}

export function postVideo(site: TestSite, videoUrl: string, more: object = {}): Promise<RestAnswer<VideoJob>> {
  return site.post<VideoJob>('/knowledge/video', { videoUrl, ...more });
}

/** Adds a video, which must be accepted; answers the id of its job. */
export async function addVideo(site: TestSite, videoUrl: string, more: object = {}): Promise<string> {
  const { status, body } = await postVideo(site, videoUrl, more);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data.jobId;
}

export async function readJob(site: TestSite, jobId: string): Promise<VideoJob> {
  const { status, body } = await site.get<VideoJob>(`/knowledge/video/${jobId}`, await headersOf(site, MEMBER));
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** The job once it has ended, as its subscription tells. */
export async function ended(site: TestSite, jobId: string): Promise<VideoJob> {
  await until(site, jobId, ({ state }) => ['completed', 'failed', 'cancelled'].includes(state));
  return readJob(site, jobId);
}

export interface JobChange {
  state: string;
  status: string;
  step: string;
  stage: string;
  progress: number;
  attempts: number;
  sourceId: string;
}

/** The first state of the job that is as wanted, or its last one. */
export async function until(
  site: TestSite,
  jobId: string,
  isWanted: (change: JobChange) => boolean,
): Promise<JobChange> {
  let last: JobChange | undefined;
  for await (const change of changes(site, jobId)) {
    last = change;
    if (isWanted(change)) break;
  }
  if (!last) throw new Error('The subscription told nothing');
  return last;
}

/** What `videoJobChanged` pushes, over server-sent events. */
export async function* changes(site: TestSite, id: string): AsyncGenerator<JobChange> {
  const leaving = new AbortController();
  const response = await fetch(`${site.service.url}/graphql/stream`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'x-svc-api-key': site.key,
      ...(await headersOf(site, MEMBER)),
    },
    body: JSON.stringify({
      query:
        'subscription ($id: ID!) { videoJobChanged(id: $id) { state status step stage progress attempts sourceId } }',
      variables: { id },
    }),
    signal: leaving.signal,
  });
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (!data) continue;
        const answer = JSON.parse(data) as { data?: { videoJobChanged: JobChange }; errors?: unknown };
        if (!answer.data) throw new Error(JSON.stringify(answer.errors));
        yield answer.data.videoJobChanged;
      }
    }
  } finally {
    leaving.abort();
  }
}

export interface Found {
  sourceId: string;
  source: string;
  content: string;
  title: string;
  startTime: number | null;
  endTime: number | null;
}

export async function search(site: TestSite, query: string): Promise<Found[]> {
  const { data } = await site.graphql<{ search: { results: Found[] } }>(
    `query ($query: String!) { search(input: { query: $query, maxResults: 50 }) {
       results { sourceId source content title startTime endTime } } }`,
    { query },
  );
  return data?.search.results ?? [];
}
