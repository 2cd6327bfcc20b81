import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExtractOptions, Extractor } from '../../../src/ports/extractor.ts';

/** What every extractor promises. */
export function extractorContract(name: string, create: () => Extractor): void {
  describe(`${name} keeps the promises of an extractor`, () => {
    let extractor: Extractor;
    const read = (text: string | Buffer, options: Partial<ExtractOptions> = {}) =>
      extractor.extract(pieces(Buffer.from(text)), { format: 'txt', owner: 'site', ...options });

    beforeAll(() => {
      extractor = create();
    });
    afterAll(() => extractor.close());

    test('the same text comes out however the bytes are cut', async () => {
      const text = Buffer.from('Grüße aus dem Hafen.\n\nZweiter Absatz.');
      const expected = await read(text);
      expect(expected).toMatchObject({
        blocks: [{ text: 'Grüße aus dem Hafen.' }, { text: 'Zweiter Absatz.' }],
        pages: null,
      });
      expect(await extractor.extract(pieces(text, 1), { format: 'txt', owner: 'site' })).toEqual(expected);
    });

    test('a rejection has a code and a sentence, and the next file is read', async () => {
      expect(await read('')).toEqual({ failure: { code: 'NO_TEXT', message: 'The file is empty' } });
      expect(await read('%PDF-1.7 broken', { format: 'pdf' })).toMatchObject({ failure: { code: 'MALFORMED' } });
      expect(await read('Next.')).toMatchObject({ blocks: [{ text: 'Next.' }] });
    });

    test('characters that cannot be stored are left out', async () => {
      const outcome = await read('<p>a&#0;b&#xD800;c\u00add</p>', { format: 'html' });
      const text = 'blocks' in outcome ? (outcome.blocks[0]?.text ?? '') : '';
      expect(text).toMatch(/^a.?b.?cd$/u);
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toContain('\0');
    });

    test('aborted before and while the file comes, it rejects with the reason', async () => {
      const reason = new Error('not wanted');
      await expect(read('Text.', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      const stop = new AbortController();
      const halting = async function* (): AsyncGenerator<Buffer> {
        yield Buffer.from('half');
        stop.abort(reason);
        yield Buffer.from('more');
      };
      const outcome = extractor.extract(halting(), { format: 'txt', owner: 'site', signal: stop.signal });
      await expect(outcome).rejects.toBe(reason);
    });

    test('a file that fails while it comes rejects with its own error', async () => {
      const failure = new Error('storage is away');
      const failing = async function* (): AsyncGenerator<Buffer> {
        yield Buffer.from('half');
        throw failure;
      };
      await expect(extractor.extract(failing(), { format: 'txt', owner: 'site' })).rejects.toBe(failure);
    });

    test('many files at once, of several owners, each get their own text', async () => {
      const texts = Array.from({ length: 12 }, (_, at) => `Text number ${at}.`);
      const outcomes = await Promise.all(texts.map((text, at) => read(text, { owner: `site ${at % 3}` })));
      expect(outcomes).toMatchObject(texts.map((text) => ({ blocks: [{ text }] })));
    });
  });
}

async function* pieces(bytes: Buffer, size = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
