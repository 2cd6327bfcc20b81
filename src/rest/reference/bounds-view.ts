import type { SchemaObject } from '../openapi/schema-object.ts';
import { type Html, html } from './html.ts';

type Words = readonly [before: string, after: string];

const BOUNDS: Readonly<Record<string, Words>> = {
  format: ['format', ''],
  minimum: ['at least', ''],
  maximum: ['at most', ''],
  minLength: ['at least', ' characters'],
  maxLength: ['at most', ' characters'],
  minItems: ['at least', ' entries'],
  maxItems: ['at most', ' entries'],
  pattern: ['pattern', ''],
  default: ['default', ''],
};

/** The limits of a value, each in a line. */
export function boundsView(schema: SchemaObject): Html {
  const bounds = Object.entries(BOUNDS).filter(([key]) => key in schema && !isLimitOfIntegers(schema[key]));
  const texts = bounds.map(
    ([key, [before, after]]) =>
      html`<small class="bound">${before} <code>${valueOf(schema[key])}</code>${after}</small>`,
  );
  return html`${texts}`;
}

function valueOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** GraphQL's `Int` has 32 bits: that says nothing about the field. */
function isLimitOfIntegers(value: unknown): boolean {
  return typeof value === 'number' && (value === -(2 ** 31) || value === 2 ** 31 - 1);
}
