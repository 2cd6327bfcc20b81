import chardet from 'chardet';
import { ExtractionError } from '../extraction-error.ts';

const SAMPLE_BYTES = 64 * 1024;
const MIN_ZERO_SHARE = 0.02;

/**
 * Decodes text of any character set: by a byte order mark; as UTF-16 if every other byte is zero; as UTF-8 if valid; by
 * `declared`; otherwise guessed from letter frequencies.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const charset = detectByteOrderMark(bytes) ?? utf16(bytes);
  const text = charset
    ? decode(bytes, charset)
    : (utf8(bytes) ?? decode(bytes, supportedCharset(declared) ?? guess(bytes)));
  assertText(text);
  return text;
}

function detectByteOrderMark(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Spaces and full stops in UTF-16 have a zero byte, all at even or all at odd positions; other text has no zero bytes. */
function utf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length * MIN_ZERO_SHARE && even < odd / 20) return 'utf-16le';
  return even > sample.length * MIN_ZERO_SHARE && odd < even / 20 ? 'utf-16be' : null;
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function decode(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(bytes);
}

function supportedCharset(charset: string | undefined): string | null {
  try {
    return charset ? new TextDecoder(charset).encoding : null;
  } catch {
    return null;
  }
}

function guess(bytes: Uint8Array): string {
  return supportedCharset(chardet.detect(takeSample(bytes)) ?? undefined) ?? 'windows-1252';
}

/** Only non-ASCII text is significant; a long file may begin with pages of ASCII. */
function takeSample(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const from = Math.max(0, first - 1024);
  return bytes.subarray(from, from + SAMPLE_BYTES);
}

/** Text has few control characters; binary files have many. */
function assertText(text: string): void {
  const sample = text.slice(0, SAMPLE_BYTES);
  const strange = sample.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/g)?.length ?? 0;
  if (strange > 8 && strange > sample.length / 50) {
    throw new ExtractionError('MISLABELLED', 'The file is not a text file');
  }
}
