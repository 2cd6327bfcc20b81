/** The supported document formats, named by their file extensions. */
export const DOCUMENT_FORMATS = ['pdf', 'docx', 'doc', 'txt', 'md', 'html'] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** A block of a document in reading order; a table is one block with a line per row and cells separated by ` | `. */
export interface ExtractedBlock {
  text: string;
  kind: 'paragraph' | 'heading' | 'table' | 'code' | 'list';
  /** Level of a heading, 1 (highest) to 6. */
  level?: number;
  /** Page number from 1, if the format has pages. */
  page?: number;
  /** The front matter of the first block: the keys and values of YAML before the text, if the format has that. */
  frontMatter?: Record<string, unknown>;
}

export interface Extraction {
  blocks: ExtractedBlock[];
  /** The number of pages; null if the format has none. */
  pages: number | null;
  /** Number of pages read by OCR. */
  ocrPages: number;
  /** Messages about omitted parts. */
  notes: string[];
}

export const FAILURE_CODES = [
  'ENCRYPTED',
  'MALFORMED',
  'MISLABELLED',
  'NO_TEXT',
  'TOO_LARGE',
  'TOO_SLOW',
  'OUT_OF_MEMORY',
] as const;

/** Why a file cannot be read, which a retry does not change; `message` is for the user who uploaded it. */
export interface ExtractionFailure {
  code: (typeof FAILURE_CODES)[number];
  message: string;
}

export interface ExtractOptions {
  format: DocumentFormat;
  /** Owner of the file: files of different owners never share a process. */
  owner: string;
  signal?: AbortSignal;
  /** Receives from time to time the finished share of the work, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Extracts the text of an untrusted document.
 * Promises: whatever the file contains, this process neither blocks nor runs out of memory; time, memory and the size
 * of the result are limited. The bytes are streamed.
 * Rejects with the signal's reason if it is aborted, with the error of the file's stream if that fails, and with
 * ServiceError `UNAVAILABLE` if the extraction failed for a temporary reason.
 */
export interface Extractor {
  /** Changes when the extracted text of a file would be different: results of another version must be extracted again. */
  readonly version: string;
  extract(
    file: AsyncIterable<Uint8Array>,
    options: ExtractOptions,
  ): Promise<Extraction | { failure: ExtractionFailure }>;
  close(): Promise<void>;
}
