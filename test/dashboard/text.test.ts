import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

type Strings = Record<string, unknown>;

const DASHBOARD = fileURLToPath(new URL('../../dashboard/', import.meta.url));
const catalogues = readdirSync(DASHBOARD, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.en.ts'),
);

/** The same word in both languages. */
const SAME =
  /^(?:Name|Site|Media|Agent|Status|Token|Tags|Text|Details|URL|ID|JSON|Video|Links?|Persona|Personas|Trigger|Chunks?|Start|Webhook|Slug|Version|Position|Format|Index|Standard|Limit|Budget|HTML|Reranker|Uploads)$/;

describe.each(catalogues)('%s', (name) => {
  const load = async (path: string, key: string) => ((await import(DASHBOARD + path)) as Record<string, Strings>)[key];

  test('has every string in German too', async () => {
    const en = entries(await load(name, 'en'));
    const de = entries(await load(name.replace(/\.en\.ts$/, '.de.ts'), 'de'));
    expect(en.size).toBeGreaterThan(0);
    expect([...de.keys()].toSorted()).toEqual([...en.keys()].toSorted());
    const missing = [...en].filter(([key, value]) => de.get(key) === '' || value === '');
    const untranslated = [...en].filter(
      ([key, value]) => de.get(key) === value && /[a-z]{4}/i.test(value) && !SAME.test(value),
    );
    expect({ missing, untranslated }).toEqual({ missing: [], untranslated: [] });
  });
});

describe('one of something', () => {
  test.each(catalogues)('is no plural in %s', async (name) => {
    const { en } = (await import(DASHBOARD + name)) as Record<string, Strings>;
    const wrong = [...entries(en, '', [1, 1, 1])].filter(([, text]) => /\b1 (?!ms\b|is\b)[a-z]+s\b/.test(text));
    expect(wrong).toEqual([]);
  });
});

/** Texts by their path; a function is called with numbers and words, as it is with values. */
function entries(value: unknown, path = '', values: unknown[] = [2, 3, 4]): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  if (typeof value === 'function')
    return new Map([[path, String((value as (...all: unknown[]) => unknown)(...values))]]);
  const all = Object.entries(value as Strings).flatMap(([key, each]) => [...entries(each, `${path}.${key}`, values)]);
  return new Map(all);
}
