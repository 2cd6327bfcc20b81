import type { DocumentFormat, ExtractedBlock, Extraction, ExtractionFailure } from '../../ports/extractor.ts';
import type { OcrLanguages } from './languages.ts';

/** `pictures`: JPEG files one after another, each after its length as in a frame. */
export type ReadableFormat = DocumentFormat | 'pictures';

/** The message before a file. */
export interface ToProcess {
  format: ReadableFormat;
  languages: OcrLanguages;
}

export type FromProcess =
  | { type: 'progress'; share: number; ocrPages: number }
  | { type: 'blocks'; blocks: ExtractedBlock[] }
  | ({ type: 'end'; memory: number } & Omit<Extraction, 'blocks'>)
  | ({ type: 'failure' } & ExtractionFailure);
