import type { RestOperation } from '../operation.ts';
import { STATUSES, errorResponses } from './error-responses.ts';
import type { SchemaObject } from './schema-object.ts';

/** The error responses of all operations: of each status, the most frequent one is a component. */
export class SharedErrors {
  /** By component name. */
  readonly responses: Record<string, SchemaObject> = {};
  private readonly names = new Map<string, string>();
  private readonly byOperation: ReadonlyMap<RestOperation, ReadonlyMap<number, SchemaObject>>;

  constructor(operations: readonly RestOperation[]) {
    this.byOperation = new Map(operations.map((operation) => [operation, errorResponses(operation)]));
    for (const [status, [, name]] of Object.entries(STATUSES)) if (name) this.share(Number(status), name);
  }

  of(operation: RestOperation): Record<string, SchemaObject> {
    const responses = [...(this.byOperation.get(operation) ?? [])];
    return Object.fromEntries(
      responses.map(([status, response]) => {
        const name = this.names.get(JSON.stringify(response));
        return [String(status), name === undefined ? response : { $ref: `#/components/responses/${name}` }];
      }),
    );
  }

  private share(status: number, name: string): void {
    const counts = new Map<string, number>();
    for (const responses of this.byOperation.values()) {
      const response = responses.get(status);
      if (response) counts.set(JSON.stringify(response), (counts.get(JSON.stringify(response)) ?? 0) + 1);
    }
    const [text, count = 0] = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0] ?? [];
    if (text === undefined || count < 2) return;
    this.responses[name] = JSON.parse(text) as SchemaObject;
    this.names.set(text, name);
  }
}
