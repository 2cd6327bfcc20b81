import { beforeAll, describe, expect, test } from 'vitest';
import { useSite } from '../../support/use-service.ts';
import { verifySpans } from '../../../src/features/agent/citation/verify-citations.ts';
import { answer, script, useAgent } from './agent-service.ts';
import { evidence } from './evidence.ts';

async function isSupported(claim: string, passage: string): Promise<boolean> {
  const cited = [{ start: 0, end: claim.length, evidence: [evidence('Notes', { text: passage })] }];
  return (await verifySpans(claim, cited)).spans.length > 0;
}

describe('the check of citations by words', () => {
  test.each([
    ['Rye needs more water than wheat.', 'Rye needs more water than wheat does.', 'Wheat needs more water than rye.'],
    [
      'Weizen braucht mehr Wasser als Roggen.',
      'Mehr Wasser als Roggen braucht Weizen.',
      'Roggen braucht mehr Wasser als Weizen.',
    ],
    [
      'The port changes from 8080 to 9090.',
      'The port changed from 8080 to 9090.',
      'The port changes from 9090 to 8080.',
    ],
    [
      'Put the blue cable into the socket WAN and the yellow cable into the socket LAN.',
      'The yellow cable is put into the socket LAN.',
      'The yellow cable is put into the socket WAN.',
    ],
    [
      'zone | single | day\nNorth | 2.80 euros | 7.60 euros',
      'A single in the zone North costs 2.80 euros.',
      'A single in the zone North costs 7.60 euros.',
    ],
    [
      'The red key opens the cellar; the blue key opens the roof.',
      'The blue key opens the roof.',
      'The blue key opens the cellar.',
    ],
    ['Thirty days later four files are kept.', 'Four files are kept.', 'Thirty files are kept later.'],
    [
      'part | newton metres\nPedals | 35\nDisc rotor bolts | 6',
      'Pedals · newton metres: 35',
      'Pedals · newton metres: 6',
    ],
    ['option | default\ncompress | off', 'Compress is off by default.', 'Compress is on by default.'],
    ['Some pumps have a filter of their own.', 'Some pumps have their own filter.', 'All pumps have their own filter.'],
    ['Only nurses may open the cabinet.', 'The nurses may open the cabinet.', 'Any patient may open the cabinet.'],
    [
      'You need the ticket and a passport to board the ship.',
      'To board the ship you need the ticket and a passport.',
      'To board the ship you need only the passport.',
    ],
    [
      'A guest who does not pay may enter the garden.',
      'A guest who does not pay may enter the garden.',
      'A guest who does not pay may not enter the garden.',
    ],
    [
      'The coach trains the players of the second team.',
      'The players of the second team are trained by the coach.',
      'The players of the second team train the coach.',
    ],
    [
      'The porter locks the gate at ten. The gardener waters the roses.',
      'The porter locks the gate at ten.',
      'The gardener locks the gate.',
    ],
    [
      'With -n the program fails instead of waiting.',
      'With -n it fails and does not wait.',
      'With -n it waits instead of failing.',
    ],
    [
      'Wait four months after a tattoo and 48 hours after a vaccination.',
      'Wait 48 hours after a vaccination.',
      'Wait 48 hours after a tattoo.',
    ],
  ])('of "%s" keeps what it says and removes it exchanged', async (passage, right, wrong) => {
    expect(await Promise.all([right, wrong].map((claim) => isSupported(claim, passage)))).toEqual([true, false]);
  });
});

describe('a citation of several sentences', () => {
  const tyres = evidence('Tyres', { text: 'A touring tyre needs four bar. Check it once a week.' });
  const kept = async (text: string, spans: [string, (typeof tyres)[]][]) => {
    const cited = spans.map(([part, from]) => ({
      start: text.indexOf(part),
      end: text.indexOf(part) + part.length,
      evidence: from,
    }));
    const made = await verifySpans(text, cited);
    return {
      spans: made.spans.map(({ start, end }) => text.slice(start, end)),
      reasons: made.dropped.map(({ reason }) => reason),
    };
  };

  test('stays for those that the passage supports', async () => {
    const text = 'A touring tyre needs 4 bar. The moon is made of cheese. Check it every week.';
    expect(await kept(text, [[text, [tyres]]])).toEqual({
      spans: ['A touring tyre needs 4 bar.', 'Check it every week.'],
      reasons: ['words'],
    });
  });

  test('of one word does not vouch for a sentence that the passage does not support', async () => {
    const text = 'The moon is made of cheese and tyres need ninety bar.';
    expect(await kept(text, [['tyres', [tyres]]])).toEqual({ spans: [], reasons: ['number'] });
    const true_ = 'A touring tyre needs 4 bar.';
    expect((await kept(true_, [['4 bar', [tyres]]])).spans).toEqual(['4 bar']);
  });

  test('names only those of its passages that support it', async () => {
    const text = 'A touring tyre needs 4 bar.';
    const chains = evidence('Chains', { text: 'A chain is oiled.' });
    const { spans } = await verifySpans(text, [{ start: 0, end: text.length, evidence: [chains, tyres] }]);
    expect(spans[0]?.evidence).toEqual([tyres]);
  });

  test('lets other requests go on between the passages and sentences of a long answer', async () => {
    const sentence = 'A touring tyre needs 4 bar, a racing tyre seven, and nobody checks it once a week. ';
    const passages = Array.from({ length: 12 }, (_, at) =>
      evidence(`T${at}`, { text: 'Wheels turn at 3 km/h, or not. '.repeat(60) }),
    );
    const text = sentence.repeat(1_000);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await verifySpans(text, [{ start: 0, end: text.length, evidence: passages }]);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(passages.length + 300);
  });
});

describe('a chat', () => {
  const agent = useAgent();
  const site = useSite(agent.service);

  beforeAll(async () => {
    await site.create('/knowledge/documents', { title: 'Tyres', content: 'A touring tyre needs four bar.' });
    await site.create('/personas', {
      name: 'Strict',
      slug: 'strict',
      systemPrompt: 'You help.',
      behavior: { verifyCitations: true },
    });
    await site.indexed();
  });

  /** Says it, citing the whole with the first document. */
  const say = (text: string, verdict = '[]') =>
    script(agent.cohere, {
      talk: ({ documents }) => ({
        text,
        citations: [{ start: 0, end: Array.from(text).length, documentIds: [documents[0]?.id ?? ''] }],
      }),
      write: () => ({ text: verdict }),
    });

  const FALSE = 'The moon is made of cheese and tyres need ninety bar.';
  const TRUE = 'A touring tyre needs 4 bar.';

  test('loses a citation of a passage that does not say it, streamed or not, and its trace says why', async () => {
    say(`${FALSE} ${TRUE}`);
    const told = await answer(site, { message: 'tyre?', sessionId: 'moon' });
    expect(told.message).toBe(`${FALSE} ${TRUE} [1]`);
    expect(told.citations?.map(({ start, end }) => told.message.slice(start, end))).toEqual([TRUE]);
    const { data } = await site.graphql<{ chatSession: { turns: { trace: object }[] } }>(
      '{ chatSession(id: "moon") { turns { trace } } }',
    );
    expect(data?.chatSession.turns[0]?.trace).toMatchObject({
      citations: { given: 1, kept: 1, dropped: { number: 1 } },
      droppedCitations: [{ start: 0, end: FALSE.length, reason: 'number' }],
    });
    const streamed = await fetch(`${agent.service.url}/api/sdk/agent/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-svc-api-key': site.key },
      body: JSON.stringify({ message: 'tyre?' }),
    });
    const last = /event: answer\ndata: (.*)/.exec(await streamed.text())?.[1] ?? '{}';
    expect(JSON.parse(last)).toMatchObject({ data: { message: told.message } });
    expect(last).toContain(JSON.stringify(told.citations?.map(({ start, end }) => ({ start, end }))[0]).slice(0, -1));
  });

  test('escapes numbers in brackets that are not markers, except in code', async () => {
    say('A touring tyre [1] needs 4 bar. `a[1]` is code, and [x](https://a.test) no number.');
    const { message } = await answer(site, { message: 'tyre?' });
    expect(message).toContain('A touring tyre \\[1\\] needs 4 bar.');
    expect(message).toContain('`a[1]`');
  });

  test('asks the model about citations where the persona says so, and believes it', async () => {
    say(TRUE, 'Not these: [0]');
    const told = await answer(site, { message: 'tyre?', personaId: 'strict', sessionId: 'strict' });
    expect([told.message, told.citations]).toEqual([TRUE, undefined]);
    say(TRUE, '[]');
    expect((await answer(site, { message: 'tyre?', personaId: 'strict' })).message).toBe(`${TRUE} [1]`);
    say(TRUE, 'I cannot say');
    expect((await answer(site, { message: 'tyre?', personaId: 'strict' })).message).toBe(`${TRUE} [1]`);
    say(TRUE, '[0]');
    expect((await answer(site, { message: 'tyre?' })).message).toBe(`${TRUE} [1]`);
  });
});
