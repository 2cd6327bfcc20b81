import { type ClientRequest, type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import { closeServer, listenLocally } from './local-server.ts';

/** Header that says which instance answered, by its place in `targets`. */
const ANSWERED_BY = 'x-answered-by';
/** Header of an answer of the balancer itself: which instance broke off. */
export const BROKEN_OFF = 'x-broken-off';

/** A load balancer on a port of its own, as simple as can be: each request goes to the next instance. */
export interface RoundRobin {
  url: string;
  /** Where the instances are; may change while it runs. An empty place is passed over. */
  targets: (string | null)[];
  /** Whether a request for this place has not been sent to its end. */
  isSending(place: number): boolean;
  stop(): Promise<void>;
}

/**
 * An instance that does not even take the connection is passed over for the next: nothing of the request was sent. One that
 * breaks off in the middle yields 502, as the request may have been carried out.
 */
export async function startRoundRobin(): Promise<RoundRobin> {
  const targets: (string | null)[] = [];
  const sending = new Map<ClientRequest, number>();
  let next = 0;
  const server = createServer((incoming, outgoing) => {
    const order = targets.map((_target, at) => (next + at) % targets.length);
    next = (next + 1) % Math.max(1, targets.length);
    pass({ incoming, outgoing, targets, sending }, order);
  });
  // Idle connections to the clients stay open longer than the instances keep theirs to this server.
  server.keepAliveTimeout = 120_000;
  server.requestTimeout = 0;
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    targets,
    isSending: (place) => [...sending.values()].includes(place),
    async stop() {
      await closeServer(server);
    },
  };
}

interface Passing {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  targets: readonly (string | null)[];
  sending: Map<ClientRequest, number>;
}

function pass(passing: Passing, [at, ...others]: readonly number[]): void {
  const { incoming, outgoing, targets, sending } = passing;
  const target = at === undefined ? null : targets[at];
  if (at === undefined) return void outgoing.writeHead(503, { 'content-type': 'application/json' }).end('{}');
  if (!target) return pass(passing, others);
  const { host } = incoming.headers;
  // A connection of its own: one kept alive could have died unnoticed, which would look like a broken answer.
  const onward = request(`${target}${incoming.url ?? '/'}`, {
    method: incoming.method ?? 'GET',
    headers: { ...incoming.headers, ...(host === undefined ? {} : { 'x-forwarded-host': host }) },
    agent: false,
  });
  sending.set(onward, at);
  for (const end of ['finish', 'close']) onward.once(end, () => sending.delete(onward));
  let isAnswered = false;
  onward.on('response', (answer) => {
    isAnswered = true;
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, [ANSWERED_BY]: String(at) });
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  onward.on('error', (error: NodeJS.ErrnoException) => {
    incoming.unpipe().resume();
    // Who has answered need not read the rest of the request.
    if (isAnswered) return;
    if (error.code === 'ECONNREFUSED') return pass(passing, others);
    outgoing.writeHead(502, { [BROKEN_OFF]: String(at), 'content-type': 'application/json' }).end('{}');
  });
  outgoing.on('close', () => onward.destroy());
  // The body is forwarded once the connection is open.
  onward.on('socket', (socket) => {
    if (socket.connecting) socket.once('connect', () => incoming.pipe(onward));
    else incoming.pipe(onward);
  });
}
