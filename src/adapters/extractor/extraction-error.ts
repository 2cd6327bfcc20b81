import type { ExtractionFailure } from '../../ports/extractor.ts';

/** Thrown if a file cannot be read; the message is the reason. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError';
  readonly code: ExtractionFailure['code'];

  constructor(code: ExtractionFailure['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export function malformedFile(format: string): ExtractionError {
  return new ExtractionError('MALFORMED', `The file is damaged or is not a ${format} file`);
}

export function encryptedFile(): ExtractionError {
  return new ExtractionError('ENCRYPTED', 'The file is password-protected');
}

export function tooMuch(of: string): ExtractionError {
  return new ExtractionError('TOO_LARGE', `The file has more than ${of}`);
}
