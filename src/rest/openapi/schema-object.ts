/** A JSON Schema (draft 2020-12), as used by OpenAPI 3.1. */
export type SchemaObject = Record<string, unknown>;

/** Allows null besides the schema. */
export function nullable(schema: SchemaObject): SchemaObject {
  if (Object.keys(schema).length === 0) return schema;
  if (typeof schema['type'] === 'string' && !('enum' in schema)) return { ...schema, type: [schema['type'], 'null'] };
  return { anyOf: [schema, { type: 'null' }] };
}

export function describe(schema: SchemaObject, description: string | null | undefined): SchemaObject {
  return description ? { ...schema, description } : schema;
}

export function objectSchema(properties: Record<string, SchemaObject>, required: readonly string[]): SchemaObject {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

/** A reference of a schema to itself, for `SharedSchemas.name`. */
export const SELF: SchemaObject = { $ref: '#' };

/** Schemas that several operations share. */
export class SharedSchemas {
  readonly schemas: Record<string, SchemaObject> = {};
  private readonly names = new Map<object, string>();
  /** Names of the components that `name` has added, by the JSON of the schema. */
  private readonly namesByText = new Map<string, string>();
  private readonly prefix: string;
  private readonly reservedNames: ReadonlySet<string>;

  /**
   * @param prefix of references to them
   * @param reservedNames names that `name` does not give
   */
  constructor(prefix: string, reservedNames: ReadonlySet<string> = new Set()) {
    this.prefix = prefix;
    this.reservedNames = reservedNames;
  }

  /**
   * A reference to the schema of `source` (a type or a fragment), which is built the first time; if the name is taken,
   * the suffix is added.
   */
  refer(source: object, name: string, suffix: string, build: () => SchemaObject): SchemaObject {
    let component = this.names.get(source);
    if (component === undefined) {
      component = name;
      while (component in this.schemas) component += suffix;
      this.names.set(source, component);
      this.schemas[component] = {};
      this.schemas[component] = build();
    }
    return { $ref: `${this.prefix}/${component}` };
  }

  /**
   * A reference to the component with this schema; a new one has the first of the names that is free. `SELF` in it becomes a reference to the component.
   */
  name(schema: SchemaObject, names: readonly string[]): SchemaObject {
    const text = JSON.stringify(schema);
    const name =
      this.namesByText.get(text) ?? names.find((one) => !this.reservedNames.has(one) && !(one in this.schemas));
    if (name === undefined) return schema;
    this.namesByText.set(text, name);
    const reference = { $ref: `${this.prefix}/${name}` };
    this.schemas[name] ??= JSON.parse(text.replaceAll(JSON.stringify(SELF), JSON.stringify(reference))) as SchemaObject;
    return reference;
  }

  /** The schemas sorted by name, so that the document does not depend on the order of the operations. */
  sorted(): Record<string, SchemaObject> {
    return Object.fromEntries(Object.entries(this.schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }
}
