import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** On a connection of its own, so that none is kept open to a service that stops. Status 0: there was no answer. */
export async function postOnce(
  url: string,
  { body, ...options }: { headers: Record<string, string>; body: Buffer; signal: AbortSignal },
): Promise<{ status: number; retryAfter: string | null }> {
  try {
    const call = request(url, { ...options, method: 'POST', agent: false });
    call.end(body);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    await text(answer);
    return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] ?? null };
  } catch {
    return { status: 0, retryAfter: null };
  }
}

/** So many at a time, the others wait for their turn. */
export class Room {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(places: number) {
    this.free = places;
  }

  async within<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
