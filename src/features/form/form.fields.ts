import { oneLine } from '../../text/one-line.ts';

/** A field of a form, or metadata, for the email. */
export interface Entry {
  /** One line, not empty. */
  name: string;
  /** May have several lines, separated by line feeds; no other control characters except tabs. */
  value: string;
}

/** A value as text: strings unchanged, a list of plain values separated by commas, nested values as JSON. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (isPlain(value)) return String(value);
  if (Array.isArray(value) && value.every(isPlain)) return value.join(', ');
  return JSON.stringify(value, null, 2);
}

export function toEntries(fields: Readonly<Record<string, unknown>>): Entry[] {
  return Object.entries(fields).map(([name, value]) => ({
    name: oneLine(name) || '–',
    value: tidy(formatValue(value)),
  }));
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Keeps lines and tabs; all kinds of line breaks become line feeds. */
function tidy(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u0085\p{Zl}\p{Zp}\v\f]/gu, '\n')
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Surrogate}]/gu, '')
    .trimEnd();
}
