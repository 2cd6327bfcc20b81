/** What documents can be read, named as their files' extensions are. */
export const DOCUMENT_FORMATS = ['pdf', 'docx', 'doc', 'txt', 'md', 'html'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** A piece of a document in reading order; a table is one piece, a row a line, cells parted by ` | `. */
export interface ExtractedBlock {
  text: string;
  kind: 'paragraph' | 'heading' | 'table' | 'code' | 'list';
  /** Of a heading, 1 (the highest) to 6. */
  level?: number;
  /** Counts from 1, where the format has pages. */
  page?: number;
}

export interface Extraction {
  blocks: ExtractedBlock[];
  /** Null where the format has none. */
  pages: number | null;
  /** Pages that were read from their picture. */
  ocrPages: number;
  /** What was left out, as sentences for people. */
  notes: string[];
}

export const REFUSAL_CODES = [
  'ENCRYPTED',
  'MALFORMED',
  'MISLABELLED',
  'NO_TEXT',
  'TOO_LARGE',
  'TOO_SLOW',
  'OUT_OF_MEMORY',
] as const;

/** Why a file cannot be read, however often it is tried; `message` is a sentence for the person who sent it. */
export interface ExtractionRefusal {
  code: (typeof REFUSAL_CODES)[number];
  message: string;
}

export interface ExtractOptions {
  format: DocumentFormat;
  /** Whose file it is: files of different owners never share a process. */
  owner: string;
  signal?: AbortSignal;
  /** Called now and then with the share of the work that is done, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Reads the text of a document that a stranger has made.
 *
 * Promises: whatever the file does, this process neither stops answering nor grows with it; time, memory and the length of
 * the answer are bounded. The bytes are streamed, not collected here. Rejects with the signal's reason once that is aborted, with
 * the file stream's own error when that fails, and with ServiceError `UNAVAILABLE` when reading failed for a reason that may pass.
 */
export interface Extractor {
  /** Changes when the same file would be read otherwise: what was kept under another version is to be read again. */
  readonly version: string;
  extract(
    file: AsyncIterable<Uint8Array>,
    options: ExtractOptions,
  ): Promise<Extraction | { refusal: ExtractionRefusal }>;
  close(): Promise<void>;
}
