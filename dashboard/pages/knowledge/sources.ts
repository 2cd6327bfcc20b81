/** A source of the knowledge base, or a file or video on its way there. */
export interface Source {
  id: string;
  /** False: it is not in the knowledge base yet. */
  isStored: boolean;
  name: string;
  kind: 'content' | 'document' | 'video' | 'file';
  fileType: string;
  status: 'completed' | 'failed' | 'processing' | 'queued';
  chunks: number;
  createdAt: string;
  /** Why it failed, or what it waits for. */
  reason: string | null;
  /** Of the last attempt, while the next one is waiting or running. */
  lastError: string | null;
  /** As the service words it, such as `extraction`; null without a job that is running. */
  stage: string | null;
  /** Percent; null without a job that is running. */
  progress: number | null;
}

interface Failure {
  message: string;
}

interface Job {
  id: string;
  status: string;
  stage: string;
  progress: number;
  createdAt: string;
  error?: Failure | null;
  lastError?: Failure | null;
}

interface Answer {
  knowledgeSources: readonly {
    id: string;
    fileName: string;
    fileType: string;
    status: Source['status'];
    chunks: number;
    createdAt: string;
    error?: Failure | null;
  }[];
  fileProcessingJobs: { items: readonly (Job & { documentId?: string | null; fileName: string })[] };
  videoJobs: { items: readonly (Job & { sourceId: string; title: string })[] };
}

/** Sources and the latest job of each; jobs whose source is not stored yet come first. */
export function sourcesOf({ knowledgeSources, fileProcessingJobs, videoJobs }: Answer): Source[] {
  const jobs = [
    ...fileProcessingJobs.items.map((job) => ({
      ...job,
      key: job.documentId ?? job.id,
      name: job.fileName,
      isVideo: false,
    })),
    ...videoJobs.items.map((job) => ({ ...job, key: job.sourceId, name: job.title, isVideo: true })),
  ];
  // Newest first: the first job of a source is its latest.
  const latest = new Map(jobs.toReversed().map((job) => [job.key, job]));
  const stored = new Set(knowledgeSources.map(({ id }) => id));
  const coming = [...latest.values()].filter(({ key, status }) => !stored.has(key) && status !== 'completed');
  return [
    ...coming.map((job): Source => ({
      id: job.key,
      isStored: false,
      name: job.name,
      kind: job.isVideo ? 'video' : 'file',
      fileType: job.isVideo ? 'video' : (job.name.split('.').at(-1) ?? ''),
      status: statusOf(job),
      chunks: 0,
      createdAt: job.createdAt,
      ...workOf(job, null),
    })),
    ...knowledgeSources.map(({ error, fileName, ...source }): Source => {
      const job = latest.get(source.id);
      // The job of a file ends when its text is stored; its source is indexed after that.
      const isWorking = job !== undefined && job.status !== 'completed';
      return {
        ...source,
        isStored: true,
        name: fileName,
        kind: kindOf(source.fileType),
        status: isWorking ? statusOf(job) : source.status,
        ...workOf(isWorking ? job : undefined, error ?? null),
      };
    }),
  ];
}

/** Whether it will change by itself. */
export function isInProgress({ status }: Pick<Source, 'status'>): boolean {
  return status === 'processing' || status === 'queued';
}

function workOf(job: Job | undefined, error: Failure | null) {
  const isRunning = job !== undefined && isInProgress({ status: statusOf(job) });
  return {
    reason: job?.error?.message ?? error?.message ?? null,
    lastError: job?.lastError?.message ?? null,
    stage: isRunning ? job.stage : null,
    progress: isRunning ? job.progress : null,
  };
}

function statusOf({ status }: Job): Source['status'] {
  return status === 'uploading' ? 'processing' : (status as Source['status']);
}

function kindOf(fileType: string): Source['kind'] {
  return fileType === 'content' || fileType === 'document' || fileType === 'video' ? fileType : 'file';
}
