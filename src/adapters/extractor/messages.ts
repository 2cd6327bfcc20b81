import type { DocumentFormat, ExtractedBlock, Extraction, ExtractionFailure } from '../../ports/extractor.ts';
import type { OcrLanguages } from './languages.ts';

/** The message before a file. */
export interface ToProcess {
  format: DocumentFormat;
  languages: OcrLanguages;
}

export type FromProcess =
  | { type: 'progress'; share: number; ocrPages: number }
  | { type: 'blocks'; blocks: ExtractedBlock[] }
  | ({ type: 'end'; memory: number } & Omit<Extraction, 'blocks'>)
  | ({ type: 'failure' } & ExtractionFailure);
