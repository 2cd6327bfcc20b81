/** A JSON Schema (draft 2020-12), as used by OpenAPI 3.1. */
export type SchemaObject = Record<string, unknown>;

/** The schema, or null. */
export function nullable(schema: SchemaObject): SchemaObject {
  if (Object.keys(schema).length === 0) return schema;
  if (typeof schema['type'] === 'string' && !('enum' in schema)) return { ...schema, type: [schema['type'], 'null'] };
  return { anyOf: [schema, { type: 'null' }] };
}

export function described(schema: SchemaObject, description: string | null | undefined): SchemaObject {
  return description ? { ...schema, description } : schema;
}

export function objectSchema(properties: Record<string, SchemaObject>, required: readonly string[]): SchemaObject {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

/** Schemas that several operations share. */
export class SharedSchemas {
  readonly schemas: Record<string, SchemaObject> = {};
  private readonly names = new Map<object, string>();
  private readonly place: string;

  /** @param place where they will stand */
  constructor(place = '#/components/schemas') {
    this.place = place;
  }

  /**
   * A reference to the schema of `source` (a type or a fragment), which is built the first time; if the name is taken,
   * the suffix is added.
   */
  refer(source: object, name: string, suffix: string, build: () => SchemaObject): SchemaObject {
    let known = this.names.get(source);
    if (known === undefined) {
      known = name;
      while (known in this.schemas) known += suffix;
      this.names.set(source, known);
      this.schemas[known] = {};
      this.schemas[known] = build();
    }
    return { $ref: `${this.place}/${known}` };
  }

  /** Sorted by name, so that the document does not depend on the order of the operations. */
  sorted(): Record<string, SchemaObject> {
    return Object.fromEntries(Object.entries(this.schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }
}
