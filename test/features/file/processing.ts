import type { TestSite } from '../../support/site.ts';
import type { RestAnswer } from '../../support/site.ts';
import { headersOf } from '../access/world.ts';

/** Sees the jobs of restricted files, too. */
const MEMBER = { tier: 'premium', subscriptions: ['gold'] } as const;

export interface FileJob {
  jobId: string;
  status: string;
  fileName: string;
  chunks?: number;
  documentId?: string;
  error?: { code: string; message: string };
}

export function processFile(
  site: TestSite,
  fileKey: string,
  fileName: string,
  more: object = {},
): Promise<RestAnswer<FileJob>> {
  return site.post<FileJob>('/knowledge/process', { fileKey, fileName, ...more });
}

export async function readJob(site: TestSite, jobId: string): Promise<FileJob> {
  const { status, body } = await site.get<FileJob>(`/knowledge/process/${jobId}`, await headersOf(site, MEMBER));
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** The job once it has ended, as its subscription tells. */
export async function ended(site: TestSite, jobId: string): Promise<FileJob> {
  for await (const state of changes(site, jobId)) {
    if (['completed', 'failed', 'cancelled'].includes(state.state)) break;
  }
  return readJob(site, jobId);
}

export interface JobChange {
  state: string;
  stage: string;
  progress: number;
  attempts: number;
}

/** What `fileProcessingJobChanged` pushes, over server-sent events. */
export async function* changes(site: TestSite, id: string): AsyncGenerator<JobChange> {
  const response = await fetch(`${site.service.url}/graphql/stream`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'x-svc-api-key': site.key,
      ...(await headersOf(site, MEMBER)),
    },
    body: JSON.stringify({
      query: 'subscription ($id: ID!) { fileProcessingJobChanged(id: $id) { state stage progress attempts } }',
      variables: { id },
    }),
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (!data) continue;
      const answer = JSON.parse(data) as {
        data?: { fileProcessingJobChanged: JobChange };
        errors?: { message: string }[];
      };
      if (!answer.data) throw new Error(JSON.stringify(answer.errors));
      yield answer.data.fileProcessingJobChanged;
    }
  }
}
