import type { ExtractedBlock, Extraction } from '../../ports/extractor.ts';
import { readDoc } from './formats/doc.ts';
import { readDocx } from './formats/docx.ts';
import { readPdf } from './formats/pdf.ts';
import { readPictures } from './formats/pictures.ts';
import { readHtml, readMarkdown, readText } from './formats/texts.ts';
import type { OcrLanguages } from './languages.ts';
import { MAX_BLOCKS, MAX_CHARACTERS } from './limits.ts';
import type { ReadableFormat } from './messages.ts';
import { NO_TEXT, ExtractionError, tooMuch } from './extraction-error.ts';
import { assertFormat } from './sniff.ts';

export interface ReadOptions {
  languages: OcrLanguages;
  onProgress(share: number, ocrPages: number): void;
  /** Called with every piece of text; throws if there is too much. */
  onText(characters: number): void;
}

export type Reading = Extraction;

/**
 * The text of a file in memory; runs in the extraction process.
 * @throws ExtractionError for a file that cannot be read
 */
export async function readFile(
  bytes: Uint8Array,
  format: ReadableFormat,
  options: Omit<ReadOptions, 'onText'>,
): Promise<Extraction> {
  if (bytes.byteLength === 0) throw new ExtractionError('NO_TEXT', 'The file is empty');
  // Pictures are made by the service itself.
  if (format !== 'pictures') assertFormat(bytes, format);
  const reading = await READERS[format](bytes, { ...options, onText: characterCount() });
  const blocks = reading.blocks.map(clean).filter(({ text }) => text !== '');
  if (blocks.length > MAX_BLOCKS) throw tooMuch(`${MAX_BLOCKS} paragraphs`);
  const count = characterCount();
  for (const { text } of blocks) count(text.length);
  if (blocks.length === 0) throw new ExtractionError(NO_TEXT.code, NO_TEXT.message);
  return { ...reading, blocks };
}

const READERS: Readonly<Record<ReadableFormat, (bytes: Uint8Array, options: ReadOptions) => Promise<Reading>>> = {
  pdf: readPdf,
  docx: async (bytes) => withoutPages(await readDocx(bytes)),
  doc: async (bytes) => withoutPages(await readDoc(bytes)),
  txt: async (bytes) => withoutPages(readText(bytes)),
  md: async (bytes) => withoutPages(readMarkdown(bytes)),
  html: async (bytes) => withoutPages(readHtml(bytes)),
  pictures: readPictures,
};

function withoutPages(blocks: ExtractedBlock[]): Reading {
  return { blocks, pages: null, ocrPages: 0, notes: [] };
}

function characterCount(): (characters: number) => void {
  let total = 0;
  return (characters) => {
    total += characters;
    if (total > MAX_CHARACTERS) throw tooMuch(`${MAX_CHARACTERS} characters of text`);
  };
}

/** Removes what PostgreSQL cannot store (NUL, unpaired surrogates) and invisible line break characters. */
function clean(block: ExtractedBlock): ExtractedBlock {
  return {
    ...block,
    text: block.text
      .replaceAll(/[\0\u00ad]/g, '')
      .toWellFormed()
      .trim(),
  };
}
