import type { ExtractedBlock, Extraction } from '../../ports/extractor.ts';
import { storableText } from '../../shared/storable.ts';
import type { OcrLanguages } from './languages.ts';
import { MAX_BLOCKS, MAX_CHARACTERS } from './limits.ts';
import type { ReadableFormat } from './messages.ts';
import { ExtractionError, tooMuch } from './extraction-error.ts';
import { assertFormat } from './sniff.ts';

export interface ReadOptions {
  languages: OcrLanguages;
  onProgress(share: number, ocrPages: number): void;
  /** Receives every part of the text; throws if there is too much. */
  onText(characters: number): void;
}

/**
 * The text of a file in memory; runs in the extraction process.
 * @throws ExtractionError for a file that cannot be read
 */
export async function readFile(
  bytes: Buffer,
  format: ReadableFormat,
  options: Omit<ReadOptions, 'onText'>,
): Promise<Extraction> {
  if (bytes.byteLength === 0) throw new ExtractionError('NO_TEXT', 'The file is empty');
  // Pictures are made by the service itself.
  if (format !== 'pictures') assertFormat(bytes, format);
  const read = await READERS[format]();
  const reading = await read(bytes, { ...options, onText: characterCount() });
  const blocks = reading.blocks.map(clean).filter(({ text }) => text !== '');
  if (blocks.length > MAX_BLOCKS) throw tooMuch(`${MAX_BLOCKS} paragraphs`);
  const count = characterCount();
  for (const { text } of blocks) count(text.length);
  if (blocks.length === 0) throw new ExtractionError('NO_TEXT', 'The file has no text');
  return { ...reading, blocks };
}

type Reader = (bytes: Buffer, options: ReadOptions) => Promise<Extraction>;

/**
 * The readers, each loaded with its first file: the libraries of all formats take 0.4 s of the processor to load, those
 * of one 0.1 to 0.2.
 */
const READERS: Readonly<Record<ReadableFormat, () => Promise<Reader>>> = {
  pdf: async () => (await import('./formats/pdf.ts')).readPdf,
  docx: async () => pageless((await import('./formats/docx.ts')).readDocx),
  doc: async () => pageless((await import('./formats/doc.ts')).readDoc),
  txt: async () => pageless((await import('./formats/texts.ts')).readText),
  md: async () => pageless((await import('./formats/texts.ts')).readMarkdown),
  html: async () => pageless((await import('./formats/texts.ts')).readHtml),
  pictures: async () => (await import('./formats/pictures.ts')).readPictures,
};

function pageless(read: (bytes: Buffer) => ExtractedBlock[] | Promise<ExtractedBlock[]>): Reader {
  return async (bytes) => ({ blocks: await read(bytes), pages: null, ocrPages: 0, notes: [] });
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
  return { ...block, text: storableText(block.text.replaceAll('\u00ad', '')).trim() };
}
