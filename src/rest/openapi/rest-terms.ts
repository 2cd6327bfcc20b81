import { HTTP_STATUS } from '../../shared/errors.ts';
import type { RestOperation } from '../operation.ts';
import type { SchemaObject } from './schema-object.ts';

const CODES = new RegExp(`\\b(?:${Object.keys(HTTP_STATUS).join('|')})\\b`, 'g');
/** A name in camel case, which no other word has. */
const NAME = /\b[a-z]+[A-Z]\w*\b/g;

/**
 * The document with descriptions in terms of REST. Those of the GraphQL schema name error codes, for which a caller of
 * REST gets a status, and fields of mutations and queries, which are operations here.
 */
export function useRestTerms(document: SchemaObject, operations: readonly RestOperation[]): SchemaObject {
  const names = new Map(
    operations.flatMap(({ rootFields: [field = ''], name }) => [[field, name] as const]).toReversed(),
  );
  const rewrite = (text: string): string =>
    text
      .replaceAll(CODES, (code) => String(HTTP_STATUS[code as keyof typeof HTTP_STATUS]))
      .replaceAll(NAME, (name) => names.get(name) ?? name);
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => [
        key,
        key === 'description' && typeof child === 'string' ? rewrite(child) : visit(child),
      ]),
    );
  };
  return visit(document) as SchemaObject;
}
