import type { ExtractionRefusal } from '../../ports/extractor.ts';

/** Thrown while a file is read: it cannot be read, and the sentence says why. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ExtractionRefusal['code'];

  constructor(code: ExtractionRefusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export const NO_TEXT = { code: 'NO_TEXT', message: 'The file has no text' } as const;
export const TOO_SLOW = { code: 'TOO_SLOW', message: 'Reading the file took too long' } as const;
export const OUT_OF_MEMORY = { code: 'OUT_OF_MEMORY', message: 'Reading the file took too much memory' } as const;

export function malformed(format: string): Refusal {
  return new Refusal('MALFORMED', `The file is damaged or is no ${format} file`);
}

export function tooMuch(of: string): Refusal {
  return new Refusal('TOO_LARGE', `The file has more than ${of}`);
}
