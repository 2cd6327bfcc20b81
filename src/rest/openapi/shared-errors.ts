import type { RestOperation } from '../operation.ts';
import { STATUSES, errorResponses } from './error-responses.ts';
import type { SchemaObject } from './schema-object.ts';

/** The error responses of all operations: of each status, the most frequent one is a component. */
export function sharedErrors(operations: readonly RestOperation[]) {
  const errorsByOperation = new Map(operations.map((operation) => [operation, errorResponses(operation)]));
  /** Responses by component name. */
  const responses: Record<string, SchemaObject> = {};
  const names = new Map<string, string>();
  for (const [status, [, name]] of Object.entries(STATUSES)) {
    const texts = [...errorsByOperation.values()].flatMap((own) => JSON.stringify(own.get(Number(status))) ?? []);
    const counts = [...Map.groupBy(texts, (text) => text)].map(([text, { length }]) => ({ text, length }));
    const [mostFrequent] = counts.toSorted((a, b) => b.length - a.length || (a.text < b.text ? -1 : 1));
    if (!name || !mostFrequent || mostFrequent.length < 2) continue;
    responses[name] = JSON.parse(mostFrequent.text) as SchemaObject;
    names.set(mostFrequent.text, name);
  }
  const toReference = (response: SchemaObject): SchemaObject => {
    const name = names.get(JSON.stringify(response));
    return name === undefined ? response : { $ref: `#/components/responses/${name}` };
  };
  return {
    responses,
    get: (operation: RestOperation) =>
      Object.fromEntries(
        [...(errorsByOperation.get(operation) ?? [])].map(([status, own]) => [String(status), toReference(own)]),
      ),
  };
}
