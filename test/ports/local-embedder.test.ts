import { describe, expect, test } from 'vitest';
import { createLocalEmbedder } from '../../src/adapters/embedder/local.ts';
import { cosine, describeEmbedder } from './embedder.contract.ts';

const embedder = createLocalEmbedder();

describeEmbedder('the local embedder', () => embedder);

async function nearness(question: string, passage: string): Promise<number> {
  const [vector = new Float32Array()] = await embedder.embedPassages([passage]);
  return cosine(await embedder.embedQuery(question), vector);
}

describe('the local embedder', () => {
  test.each([
    ['other forms of a word', 'heating the plates', 'a heated plate', 'a painted boat'],
    ['a misspelling', 'aerodynamcs of wings', 'wing aerodynamics', 'bird watching'],
    [
      'the parts of a compound',
      'Versicherung',
      'Die Krankenversicherungskarte ist gültig.',
      'Die Straße ist gesperrt.',
    ],
    ['accents', 'creme brulee', 'La crème brûlée', 'La tarte aux pommes'],
    ['case', 'NASA REPORT', 'a report by nasa', 'a letter by post'],
    ['French', 'prix des abonnements', 'Le prix de l’abonnement est fixe.', 'Le chien dort dans le jardin.'],
    ['Russian', 'новые ракеты', 'Построена новая ракета.', 'Кошка спит на диване.'],
    ['Japanese, which writes no blanks', '東京の天気', '今日の東京都の天気は晴れです。', '猫が好きです。'],
    ['Thai, which writes no blanks', 'อากาศกรุงเทพ', 'วันนี้อากาศในกรุงเทพดีมาก', 'แมวนอนหลับ'],
  ])('bridges %s', async (_what, question, near, far) => {
    expect(await nearness(question, near)).toBeGreaterThan(0.1 + (await nearness(question, far)));
  });

  test('function words and everyday words weigh less than the subject', async () => {
    const question = 'what is the problem of using the turbine';
    expect(await nearness(question, 'a turbine')).toBeGreaterThan(
      await nearness(question, 'what is the use of the problem'),
    );
  });

  test('vectors do not change between releases under the same model name', async () => {
    const [vector = []] = await embedder.embedPassages(['Heated wings, 漢字 and крылья']);
    const strongest = [...vector.entries()].toSorted((a, b) => Math.abs(b[1]) - Math.abs(a[1])).slice(0, 5);
    expect([embedder.model, strongest.map(([place, number]) => [place, Number(number.toFixed(4))])])
      .toMatchInlineSnapshot(`
      [
        "lexical-subword-1",
        [
          [
            416,
            -0.4185,
          ],
          [
            503,
            0.4185,
          ],
          [
            718,
            0.4185,
          ],
          [
            883,
            0.4185,
          ],
          [
            105,
            -0.145,
          ],
        ],
      ]
    `);
  });
});
