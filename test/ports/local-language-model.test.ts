import { describe, expect, test } from 'vitest';
import { createLocalLanguageModel } from '../../src/adapters/language-model/local.ts';
import type { ModelDocument } from '../../src/ports/language-model.ts';
import { describeLanguageModel, INTENTS, intentRequest, listen, REQUEST, textOf } from './language-model.contract.ts';

const model = createLocalLanguageModel();

describeLanguageModel('the local answerer', () => model);

const SHOP: ModelDocument[] = [
  {
    id: 'refunds',
    title: 'Refund policy',
    text: `# Refunds\n\nYou can return any bike within 30 days. Refunds are paid to the card\nyou used. Keep the receipt.

## Exceptions\n\n- Custom frames cannot be returned.\n- Opened inner tubes cannot be returned.`,
  },
  {
    id: 'faq',
    title: 'FAQ',
    text: `How long does shipping take?\nWe ship within 2 working days.\n\nHow do I cancel my subscription?
Open Settings, choose Billing, and press Cancel. It ends with the month.\n\nOpening hours\n\nMonday to Friday 9 to 17.`,
  },
  {
    id: 'alps',
    title: 'Matterhorn',
    text: 'It is a mountain of the Alps. It is 4,478 metres high. Whymper climbed it in 1865.',
  },
];

async function quotes(question: string, documents = SHOP, earlier: string[] = []) {
  const messages = [...earlier, question].map((content) => ({ role: 'user' as const, content }));
  const events = await listen(model, { tier: 'fast', messages, documents });
  const text = textOf(events);
  const quoted = events.flatMap((event) =>
    event.type === 'citation'
      ? [{ text: text.slice(event.citation.start, event.citation.end), ids: event.citation.documentIds }]
      : [],
  );
  return { text, quoted, sentences: quoted.map((quote) => quote.text) };
}

describe('the local answerer', () => {
  test.each([
    ['the sentence with the words', 'Can I return a custom frame?', 'Custom frames cannot be returned.'],
    [
      'the answer below the question',
      'how can I cancel the subscription',
      'Open Settings, choose Billing, and press Cancel.',
    ],
    ['what stands below a heading', 'What are your opening hours?', 'Monday to Friday 9 to 17.'],
    ['a sentence broken over two lines', 'which card is a refund paid to', 'Refunds are paid to the card you used.'],
    ['what the title is about', 'how high is the Matterhorn', 'It is 4,478 metres high.'],
  ])('quotes %s first', async (_what, question, sentence) => {
    expect((await quotes(question)).sentences[0]).toBe(sentence);
  });

  describe('a question about what a video says now', () => {
    const now: ModelDocument = {
      id: 'now',
      title: 'Truing',
      text: 'Loosen the spoke by a quarter turn. Then spin the wheel.',
      isCurrent: true,
    };
    const documents = [now, ...SHOP];

    test.each(['What did she just say?', 'What was that?', 'Can you say that again, please?', 'Show me that again'])(
      '(%s) is answered from there',
      async (question) => {
        const { quoted } = await quotes(question, documents);
        expect(quoted).toEqual([
          { text: 'Loosen the spoke by a quarter turn.', ids: ['now'] },
          { text: 'Then spin the wheel.', ids: ['now'] },
        ]);
      },
    );

    test('does not stand in the way of a question about something else', async () => {
      expect((await quotes('Can I return a custom frame?', documents)).sentences[0]).toBe(
        'Custom frames cannot be returned.',
      );
      expect((await quotes('How much is a submarine?', documents)).sentences).toEqual([]);
    });
  });

  test('says in one closing sentence that this is quoted and no model is configured', async () => {
    const { text, sentences } = await quotes('Can I return a custom frame?');
    expect(text).toBe(
      `${sentences.join(' ')}\n\nNo language model is configured: this is text quoted from the sources.`,
    );
  });

  test.each(['What is the capital of France?', 'hi', '???', ''])('says so when nothing fits: %j', async (question) => {
    const { text, quoted } = await quotes(question);
    expect(quoted).toEqual([]);
    expect(text).toBe('This is not in the sources. No language model is configured: answers are quoted text.');
  });

  test.each([
    '| part | newton metres |\n|---|---|\n| Stem | 5 |\n| Pedals | 35 |',
    'part | newton metres\nStem | 5\nPedals | 35',
  ])('a row of a table is quoted with the heads of its columns: %j', async (text) => {
    const table = [{ id: 't', title: 'Torque table', text }, ...SHOP];
    const { sentences } = await quotes('how tight do pedals go?', table);
    expect(sentences[0]).toBe('Pedals · newton metres: 35');
  });

  test('every quote stands in the document it cites', async () => {
    for (const question of ['return a bike', 'cancel subscription', 'Matterhorn mountain', 'frames and tubes']) {
      for (const { text, ids } of (await quotes(question)).quoted) {
        const source = SHOP.find(({ id }) => id === ids[0])?.text.replaceAll(/\s+/g, ' ');
        expect(source).toContain(text);
      }
    }
  });

  test('quotes two to five sentences where there are as many', async () => {
    const facts = Array.from(
      { length: 40 },
      (_, at) => `Fact ${at} about the giant ${'abcdefghij'[at % 10]}panda ${at}.`,
    );
    const long = [{ id: 'p', title: 'Pandas', text: facts.join(' ') }];
    expect((await quotes('tell me about the giant panda', long)).quoted).toHaveLength(5);
    expect((await quotes('how do I cancel the subscription')).quoted).toHaveLength(2);
  });

  const GUIDE: ModelDocument[] = [
    {
      id: 'guide',
      title: 'Guide',
      section: ['Guide', 'Installation'],
      text: `The service runs on Linux. It needs Node.\n\nInstall it with npm:\n\nnpm install gnu-antelope\n\nThen start it.`,
    },
    {
      id: 'upgrade',
      title: 'Guide',
      section: ['Guide', 'Upgrade'],
      text: `Be careful.\n\n1. Stop the antelope.\n2. Fetch the new version.\n3. Start it again.\n\nOld versions are kept.`,
    },
    {
      id: 'formats',
      title: 'Formats',
      text: `The antelope reads these formats:\n\n- CSV\n- JSON\n- YAML, version 1.2 only\n\nOthers fail.`,
    },
  ];

  test.each([
    [
      'the code below it',
      'How do I install it with npm?',
      'Install it with npm:\n\n```\nnpm install gnu-antelope\n```',
    ],
    [
      'all steps, in their order, for one of them',
      'How do I fetch the new version?',
      '1. Stop the antelope.\n2. Fetch the new version.\n3. Start it again.',
    ],
    [
      'steps below a heading',
      'Which steps does an upgrade take?',
      '1. Stop the antelope.\n2. Fetch the new version.\n3. Start it again.',
    ],
    [
      'the list that it announces',
      'Which formats does the antelope read?',
      'The antelope reads these formats:\n\n- CSV\n- JSON\n- YAML, version 1.2 only',
    ],
    ['the sentence that it refers to', 'Does it need Node?', 'The service runs on Linux. It needs Node.'],
  ])('quotes %s', async (_what, question, expected) => {
    expect((await quotes(question, GUIDE)).sentences[0]).toBe(expected);
  });

  test('quotes in the order of the document', async () => {
    const first = 'Diesel burns in the old engine hall, where litres of it are stored for the winter.';
    const best = 'Burning diesel takes 12 litres each night when fishermen dance ashore.';
    const { sentences } = await quotes('How many litres of diesel burn?', [
      { id: 'd', title: '', text: `${first}\n\n${best}` },
    ]);
    expect(sentences).toEqual([first, best]);
  });

  test.each(['How do I cancel the antelope of my neighbour?', 'Does the new version translate Klingon poems?'])(
    'a question of which a document has one word only is not answered: %s',
    async (question) => {
      expect((await quotes(question, GUIDE)).quoted).toEqual([]);
    },
  );

  test('a sentence that several documents have is quoted once, for all of them', async () => {
    const twice = ['a', 'b'].map((id) => ({ id, title: id, text: 'Orders are shipped within 2 days.' }));
    expect((await quotes('when are orders shipped', twice)).quoted).toEqual([
      { text: 'Orders are shipped within 2 days.', ids: ['a', 'b'] },
    ]);
  });

  test('a short question goes on with the subject of the one before', async () => {
    const documents = [{ id: 'eiger', title: 'Eiger', text: 'The Eiger is 3,967 metres high.' }, ...SHOP];
    const { sentences } = await quotes('and how high is it?', documents, ['Who climbed the Matterhorn?']);
    expect(sentences[0]).toBe('It is 4,478 metres high.');
  });

  test('an endless sentence is cut between words', async () => {
    const { sentences } = await quotes('ring', [{ id: 'r', title: '', text: 'ring the bells '.repeat(500) }]);
    expect(sentences[0]?.length).toBeLessThanOrEqual(400);
    expect(sentences[0]).toMatch(/^ring the bells .*(?:ring|the|bells)$/);
  });

  test('finds words in other languages, in any form', async () => {
    const german = [{ id: 'de', title: '', text: 'Die Häuser wurden 1920 gebaut. Der Garten ist groß und schön.' }];
    expect((await quotes('Wann wurde das Haus gebaut?', german)).sentences[0]).toBe('Die Häuser wurden 1920 gebaut.');
  });

  test('the same request gives the same events, in several pieces', async () => {
    const events = await listen(model, REQUEST);
    expect(await listen(model, REQUEST)).toEqual(events);
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(2);
  });

  test('never calls a tool, and completes nothing', async () => {
    const tools = [{ name: 'weather', description: 'weather', parameters: { type: 'object' } }];
    const events = await listen(model, { ...REQUEST, tools });
    expect(events.some(({ type }) => type === 'tool-call')).toBe(false);
    expect(await model.complete('Shorten.', 'A long text.')).toBeNull();
  });
});

describe('the intents of the local answerer', () => {
  const confidenceOf = async (message: string) => {
    const found = await model.detectIntent(intentRequest(message));
    return found?.name === INTENTS[0]?.name ? found?.confidence : 0;
  };

  test.each([
    'how can I cancel the subscription?',
    'please cancel my subscripton',
    'cancel subscriptions',
    'I would like to cancel my subscription now',
    'ending my membership, how?',
  ])('a paraphrase that shares most words is likely: %s', async (message) => {
    const confidence = await confidenceOf(message);
    expect(confidence).toBeGreaterThanOrEqual(0.7);
    expect(confidence).toBeLessThanOrEqual(0.93);
  });

  test.each([
    'What is the weather like in Paris?',
    'I want to know the price',
    'Do you sell shoes?',
    'thank you',
    '42',
  ])('other messages are not: %s', async (message) => {
    expect((await model.detectIntent(intentRequest(message)))?.confidence ?? 0).toBeLessThan(0.3);
  });

  test('an intent without examples is known by its name', async () => {
    const intents = [{ name: 'trackMyOrder', examples: [] }];
    expect(await model.detectIntent({ message: 'track my order', history: [], intents })).toMatchObject({
      name: 'trackMyOrder',
    });
  });
});
