import type { ExtractionRefusal } from '../../ports/extractor.ts';

/** Thrown if a file cannot be read; the message is the reason. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ExtractionRefusal['code'];

  constructor(code: ExtractionRefusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export const NO_TEXT = { code: 'NO_TEXT', message: 'The file has no text' } as const;
export const TOO_SLOW = { code: 'TOO_SLOW', message: 'The text extraction took too long' } as const;
export const OUT_OF_MEMORY = { code: 'OUT_OF_MEMORY', message: 'The text extraction needed too much memory' } as const;

export function malformed(format: string): Refusal {
  return new Refusal('MALFORMED', `The file is damaged or is not a ${format} file`);
}

export function tooMuch(of: string): Refusal {
  return new Refusal('TOO_LARGE', `The file has more than ${of}`);
}
