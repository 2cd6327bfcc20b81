import { describe, expect, test } from 'vitest';
import type { Scope } from '../../../src/database/database.ts';
import { ChangeWatch } from '../../../src/features/content/changes/change-watch.ts';
import { startService } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { type Change, Mirror, changesOf } from './change-mirror.ts';
import { createItem } from './items.ts';

const service = useService();
const site = useSite(service);

interface StreamEvent {
  id: string;
  event: string;
  data: { data: Change[]; cursor: string };
}

/** The feed of a site as server-sent events. */
async function openStream(of: TestSite, query: string, headers: Record<string, string> = {}) {
  const stop = new AbortController();
  const response = await fetch(`${of.service.url}/api/sdk/content/changes?${query}`, {
    headers: { 'x-svc-api-key': of.key, accept: 'text/event-stream', ...headers },
    signal: stop.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** The next event; null at the end. */
  async function next(): Promise<StreamEvent | null> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        const of = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
        if (of('event') !== '') return { id: of('id'), event: of('event'), data: JSON.parse(of('data')) as never };
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return null;
      text += value;
    }
  }
  return { response, next, close: () => stop.abort() };
}

describe('the change feed as a stream', () => {
  test('sends changes as they come; Last-Event-ID goes on from an event', async () => {
    const mirror = new Mirror(site);
    await mirror.catchUp(site);
    const stream = await openStream(site, `items=true&since=${mirror.cursor ?? ''}`);
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    const one = await createItem(site, { title: 'First' });
    const first = await stream.next();
    expect(first).toMatchObject({
      event: 'changes',
      data: { success: true, data: [{ _id: one._id, change: 'created', item: { title: 'First' } }], cursor: first!.id },
    });
    await site.put(`/content/${one._id}`, { title: 'Second' });
    const second = await stream.next();
    expect(second?.data.data).toMatchObject([{ _id: one._id, revision: 2, item: { title: 'Second' } }]);
    stream.close();
    const again = await openStream(site, `since=${mirror.cursor ?? ''}`, { 'last-event-id': first!.id });
    expect((await again.next())?.data.data).toMatchObject([{ _id: one._id, revision: 2 }]);
    again.close();
  });

  test('answers a wrong cursor with its status, and ends when the service stops', async () => {
    const { response } = await openStream(site, 'since=x');
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
    const own = await startService();
    const stream = await openStream(await own.site(), '');
    const ended = stream.next();
    await own.stop();
    expect(await ended).toBeNull();
  });
});

describe('wait', () => {
  test('answers when there is a change', async () => {
    const mirror = new Mirror(site);
    await mirror.catchUp(site);
    const waiting = site.get<Change[]>(`/content/changes?wait=20&since=${mirror.cursor ?? ''}`);
    const { _id } = await createItem(site, {});
    expect((await waiting).body.data.map((change) => change._id)).toEqual([_id]);
  });

  test('below 0 is 400; above its maximum it is that', async () => {
    expect((await site.get('/content/changes?wait=-1')).body.details).toMatchObject([{ field: 'wait' }]);
    expect(await changesOf(site)).toMatchObject({ status: 200 });
  });

  test('of many callers shares one look at the database, and more than 20 are 429', async () => {
    let looks = 0;
    const scope = { siteId: 'a', row: async () => ({ head: (looks += 1) < 3 ? '1' : '2' }) } as unknown as Scope;
    const watch = new ChangeWatch();
    const waiting = Array.from({ length: 20 }, () => watch.wait(scope, '1', 20_000, undefined));
    await expect(watch.wait(scope, '1', 20_000, undefined)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await Promise.all(waiting);
    expect(looks).toBe(3);
    await watch.wait(scope, '2', 1, undefined);
    await expect(watch.wait(scope, '2', 20_000, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });
});
