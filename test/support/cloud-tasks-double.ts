import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { Room, postOnce } from './cloud-tasks-double-wire.ts';
import { GoogleTokens, type TokenChanges } from './cloud-tasks-double-tokens.ts';
import { closeServer, listenLocally, portOf } from './local-server.ts';

export type { TokenChanges } from './cloud-tasks-double-tokens.ts';

export const QUEUE = 'projects/lectern-test/locations/europe-west1/queues/jobs';
export const SERVICE_ACCOUNT = 'tasks@lectern-test.iam.gserviceaccount.com';
/** What the service calls itself; the double knows where it really is. */
export const SERVICE_URL = 'https://lectern.example';

const SLOW_MS = 500;
const FIRST_BACKOFF_MS = 20;
const MAX_BACKOFF_MS = 1_000;
const MAX_TIMER_MS = 2 ** 31 - 1;

const CREATE = z.object({
  task: z.object({
    name: z.string().startsWith(`${QUEUE}/tasks/`),
    scheduleTime: z.iso.datetime().optional(),
    dispatchDeadline: z.string().regex(/^\d+s$/),
    httpRequest: z.object({
      url: z.url(),
      httpMethod: z.literal(1),
      body: z.base64().optional(),
      oidcToken: z.object({ serviceAccountEmail: z.string(), audience: z.string() }),
    }),
  }),
});
type Task = z.infer<typeof CREATE>['task'];

/** One answer of the service to a delivery; 0: it broke off. */
export interface Attempt {
  task: string;
  url: string;
  status: number;
  retryAfter: string | null;
}

/** The task is lost, delivered twice, not taken, not answered, or taken late. */
type Fault = 'drop' | 'double' | 'refuse' | 'hang' | 'slow';

/** The part of Cloud Tasks and of Google's tokens that the service meets, with keys of its own; it fails on demand. */
export class CloudTasksDouble {
  readonly created: Task[] = [];
  readonly attempts: Attempt[] = [];
  /** Requests for certificates. */
  certificateFetches = 0;
  certificatesDown = false;
  /** Changes of the tokens that go with deliveries. */
  tokenChanges: TokenChanges = {};
  private held: Promise<void> = Promise.resolve();
  private route: () => string = () => SERVICE_URL;
  private readonly names = new Set<string>();
  private readonly faults: Fault[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));
  private readonly google = new GoogleTokens();
  private readonly stopped = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private readonly room: Room;
  private scheduler: NodeJS.Timeout | undefined;

  private constructor(atOnce: number) {
    this.room = new Room(atOnce);
  }

  static async start(atOnce: number): Promise<CloudTasksDouble> {
    const double = new CloudTasksDouble(atOnce);
    await listenLocally(double.server);
    return double;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.server)}`;
  }

  /** What a service needs to use it. */
  get environment(): Record<string, string> {
    return {
      CLOUD_TASKS_QUEUE: QUEUE,
      TASKS_SERVICE_ACCOUNT: SERVICE_ACCOUNT,
      SERVICE_URL,
      CLOUD_TASKS_EMULATOR_HOST: this.url,
    };
  }

  /** Tasks that are not delivered yet. */
  get open(): number {
    return this.underWay.size;
  }

  /** Where deliveries for SERVICE_URL go, as a load balancer would lead them. */
  routeTo(target: string | (() => string)): void {
    this.route = typeof target === 'string' ? () => target : target;
  }

  /** Delivers nothing until the answer is called. */
  hold(): () => void {
    let release = (): void => {};
    this.held = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  /** Calls the sweep regularly, as Cloud Scheduler does. */
  sweepEvery(milliseconds: number): void {
    clearInterval(this.scheduler);
    this.scheduler = setInterval(() => void this.sweep().catch(() => {}), milliseconds);
  }

  async sweep(): Promise<Response> {
    return this.call('/internal/sweep', await this.token());
  }

  /** A call to the service with this token, or with none. */
  call(path: string, token: string | null): Promise<Response> {
    return fetch(`${this.route()}${path}`, {
      method: 'POST',
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });
  }

  /** What happens to the next tasks that are created, one after the other. */
  next(...faults: Fault[]): void {
    this.faults.push(...faults);
  }

  /** A token as Google makes it; single claims and who signs may be changed. */
  token(changes: TokenChanges = this.tokenChanges): Promise<string> {
    return this.google.sign({ aud: SERVICE_URL, email: SERVICE_ACCOUNT }, changes);
  }

  async stop(): Promise<void> {
    clearInterval(this.scheduler);
    this.stopped.abort();
    await Promise.all(this.underWay);
    await closeServer(this.server);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.url);
    if (request.method === 'GET' && pathname === '/oauth2/v1/certs') return this.certificates(response);
    if (request.method !== 'POST' || pathname !== `/v2/${QUEUE}/tasks`) return refuse(response, 404, 'NOT_FOUND');
    const asked = CREATE.safeParse(JSON.parse(await text(request)));
    if (!asked.success) return refuse(response, 400, 'INVALID_ARGUMENT', asked.error.message);
    const fault = this.faults.shift();
    if (fault === 'refuse') return refuse(response, 503, 'UNAVAILABLE');
    if (fault === 'hang') return;
    if (fault === 'slow') await delay(SLOW_MS);
    this.create(asked.data.task, fault, response);
  }

  /** Names are not free again when their task is done: Cloud Tasks remembers them for an hour at least. */
  private create(task: Task, fault: Fault | undefined, response: ServerResponse): void {
    if (this.names.has(task.name)) return refuse(response, 409, 'ALREADY_EXISTS');
    this.names.add(task.name);
    this.created.push(task);
    if (fault !== 'drop') this.follow(task);
    if (fault === 'double') this.follow(task);
    send(response, 200, { name: task.name });
  }

  private follow(task: Task): void {
    const done = this.deliver(task)
      .catch(() => {})
      .finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }

  /** Again and again until the service answers 2xx. */
  private async deliver(task: Task): Promise<void> {
    const { signal } = this.stopped;
    const due = task.scheduleTime === undefined ? 0 : Date.parse(task.scheduleTime) - Date.now();
    if (due > 0) await delay(Math.min(due, MAX_TIMER_MS), undefined, { signal });
    for (let retries = 0; !signal.aborted; retries++) {
      await Promise.race([this.held, once(signal, 'abort')]);
      const { status, retryAfter } = await this.room.within(() => this.attempt(task, retries));
      if (status >= 200 && status < 300) return;
      const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** retries, MAX_BACKOFF_MS);
      await delay(Math.max(backoff, Number(retryAfter ?? 0) * 1000), undefined, { signal });
    }
  }

  private async attempt(task: Task, retries: number): Promise<Attempt> {
    const { url, body, oidcToken } = task.httpRequest;
    const { serviceAccountEmail: email, audience: aud } = oidcToken;
    const token = await this.google.sign({ aud, email }, this.tokenChanges);
    const seconds = Number.parseInt(task.dispatchDeadline, 10);
    const { status, retryAfter } = await postOnce(url.replace(SERVICE_URL, this.route()), {
      headers: { ...headersOf(task, retries), authorization: `Bearer ${token}` },
      body: Buffer.from(body ?? '', 'base64'),
      signal: AbortSignal.any([this.stopped.signal, AbortSignal.timeout(seconds * 1000)]),
    });
    const attempt = { task: task.name, url, status, retryAfter };
    this.attempts.push(attempt);
    return attempt;
  }

  private certificates(response: ServerResponse): void {
    this.certificateFetches += 1;
    if (this.certificatesDown) return refuse(response, 503, 'UNAVAILABLE');
    response.setHeader('cache-control', 'public, max-age=3600');
    send(response, 200, this.google.certificates);
  }
}

/** @param atOnce how many deliveries are under way at a time at most, as the queue is configured */
export function startCloudTasksDouble(atOnce = 16): Promise<CloudTasksDouble> {
  return CloudTasksDouble.start(atOnce);
}

function headersOf({ name, scheduleTime }: Task, retries: number): Record<string, string> {
  const due = scheduleTime === undefined ? Date.now() : Date.parse(scheduleTime);
  return {
    'content-type': 'application/octet-stream',
    'user-agent': 'Google-Cloud-Tasks',
    'x-cloudtasks-queuename': QUEUE.split('/').at(-1) ?? '',
    'x-cloudtasks-taskname': name.split('/').at(-1) ?? '',
    'x-cloudtasks-taskretrycount': String(retries),
    'x-cloudtasks-taskexecutioncount': String(retries),
    'x-cloudtasks-tasketa': String(due / 1000),
  };
}

function refuse(response: ServerResponse, code: number, status: string, message = status): void {
  send(response, code, { error: { code, status, message } });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
