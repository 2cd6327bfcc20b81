/** A JSON Schema as the OpenAPI document has it. */
export type Schema = Readonly<Record<string, unknown>>;

/** One value for one place of an input, and whether the document allows it there. */
export interface Probe {
  /** Such as `voice.personality` or `actions[0].label`. */
  path: string;
  keyword: string;
  /** `unstated`: huge, and no keyword forbids it. */
  expect: 'accepted' | 'rejected' | 'unstated';
  /** Undefined: the property is left out. */
  value: unknown;
}

const HUGE_TEXT = 'x'.repeat(1_000_000);

/** By component: a valid value, with an index where several must differ. */
export type Bases = Readonly<Record<string, (index: number) => object>>;

/** Makes the probes of schemas that refer to the components of one document. */
export class ProbeMaker {
  private readonly components: Readonly<Record<string, Schema>>;
  private readonly bases: Bases;

  /** @param bases valid values of components whose required properties depend on each other */
  constructor(components: Readonly<Record<string, Schema>>, bases: Bases) {
    this.components = components;
    this.bases = bases;
  }

  /** Everything below a body or a parameter; `hugeText` for surfaces that take less. */
  of(schema: Schema, path: string, hugeText = HUGE_TEXT): Probe[] {
    const { schema: own, nullable } = this.resolve(schema);
    const probe = (keyword: string, expect: Probe['expect'], value: unknown): Probe => ({
      path,
      keyword,
      expect,
      value,
    });
    return [
      ...(path !== '' && !nullable ? [probe('null', 'rejected', null)] : []),
      ...(path === '' ? [] : this.ofValue(own, probe, hugeText)),
      ...(own['items'] ? this.of(own['items'] as Schema, `${path}[0]`, hugeText) : []),
      ...Object.entries(this.propertiesOf(own)).flatMap(([name, property]) => {
        const at = path === '' ? name : `${path}.${name}`;
        const required = ((own['required'] ?? []) as string[]).includes(name);
        return [
          ...(required ? [{ path: at, keyword: 'required', expect: 'rejected' as const, value: undefined }] : []),
          ...this.of(property, at, hugeText),
        ];
      }),
    ];
  }

  /** A small valid value. */
  minimal(schema: Schema, distinct = 0): unknown {
    const name = nameOf(schema);
    const base = name ? this.bases[name] : undefined;
    if (base) return base(distinct);
    const { schema: own } = this.resolve(schema);
    if (own['enum']) return (own['enum'] as unknown[])[0];
    switch (own['type']) {
      case 'string':
        return own['format'] === 'date-time' ? '2026-01-01T00:00:00Z' : `x${distinct}`;
      case 'integer':
      case 'number':
        return Math.max(Number(own['minimum'] ?? 0), 0);
      case 'boolean':
        return true;
      case 'array':
        return [];
      default: {
        const required = (own['required'] ?? []) as string[];
        const properties = this.propertiesOf(own);
        return Object.fromEntries(required.map((key) => [key, this.minimal(properties[key] ?? {})]));
      }
    }
  }

  /** The schema of a property, or of the items of a list. */
  below(schema: Schema, step: string | number): Schema {
    const { schema: own } = this.resolve(schema);
    return ((typeof step === 'number' ? own['items'] : this.propertiesOf(own)[step]) ?? {}) as Schema;
  }

  private resolve(schema: Schema): { schema: Schema; nullable: boolean } {
    const branches = schema['anyOf'] as Schema[] | undefined;
    if (branches) {
      const [value] = branches.filter(({ type }) => type !== 'null');
      return { schema: { ...schema, ...this.resolve(value ?? {}).schema }, nullable: true };
    }
    const name = nameOf(schema);
    if (name) return { schema: { ...this.components[name], ...schema }, nullable: false };
    const { type } = schema;
    if (Array.isArray(type))
      return { schema: { ...schema, type: type.find((one) => one !== 'null') as string }, nullable: true };
    return { schema, nullable: type === undefined };
  }

  private propertiesOf(schema: Schema): Record<string, Schema> {
    return (schema['properties'] ?? {}) as Record<string, Schema>;
  }

  private ofValue(schema: Schema, probe: MakeProbe, hugeText: string): Probe[] {
    if (schema['enum']) {
      const [first] = schema['enum'] as unknown[];
      return [probe('enum', 'accepted', first), probe('enum', 'rejected', 'no-such-choice')];
    }
    switch (schema['type']) {
      case 'string':
        return ofText(schema, probe, hugeText);
      case 'integer':
      case 'number':
        return ofNumber(schema, probe);
      case 'boolean':
        return [probe('type', 'accepted', false), probe('type', 'rejected', 'perhaps')];
      case 'array':
        return this.ofList(schema, probe);
      case 'object':
        return this.ofObject(schema, probe);
      default:
        return [];
    }
  }

  private ofList(schema: Schema, probe: MakeProbe): Probe[] {
    const { maxItems, minItems } = schema as { maxItems?: number; minItems?: number };
    const list = (length: number) =>
      Array.from({ length }, (_, index) => this.minimal((schema['items'] ?? {}) as Schema, index));
    return [
      probe('type', 'rejected', { no: 'list' }),
      ...(minItems === undefined ? [] : [probe('minItems', 'rejected', list(minItems - 1))]),
      ...(maxItems === undefined
        ? [probe('maxItems', 'unstated', list(100_000))]
        : [probe('maxItems', 'accepted', list(maxItems)), probe('maxItems', 'rejected', list(maxItems + 1))]),
    ];
  }

  private ofObject(schema: Schema, probe: MakeProbe): Probe[] {
    const { minProperties, maxProperties } = schema as { minProperties?: number; maxProperties?: number };
    const maxBytes = schema['x-maxJsonBytes'] as number | undefined;
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'x']));
    const isFree = !schema['properties'];
    return [
      probe('type', 'rejected', 'no object'),
      ...(minProperties && isFree ? [probe('minProperties', 'rejected', keys(minProperties - 1))] : []),
      ...(maxProperties && isFree
        ? [
            probe('maxProperties', 'accepted', keys(maxProperties)),
            probe('maxProperties', 'rejected', keys(maxProperties + 1)),
          ]
        : []),
      ...(maxBytes ? this.ofBytes(schema, maxBytes, probe) : []),
      ...(isFree && !maxBytes && !maxProperties ? [probe('maxProperties', 'unstated', keys(100_000))] : []),
    ];
  }

  private ofBytes(schema: Schema, bytes: number, probe: MakeProbe): Probe[] {
    const texts = Object.entries(this.propertiesOf(schema)).filter(
      ([, property]) => this.resolve(property).schema['type'] === 'string',
    );
    // Where a JSON Schema is taken, it must be one of an object; elsewhere the property means nothing.
    const base = texts[0] ? (this.minimal(schema) as object) : { type: 'object' };
    const filled = (size: number) => {
      const names = texts[0] ? [texts[0][0]] : FILLERS.slice(0, Math.ceil(size / 100_000));
      const value: Record<string, unknown> = { ...base, ...Object.fromEntries(names.map((name) => [name, ''])) };
      let missing = size - Buffer.byteLength(JSON.stringify(value));
      for (const name of names) {
        value[name] = 'x'.repeat(Math.min(missing, texts[0] ? missing : 95_000));
        missing -= (value[name] as string).length;
      }
      return value;
    };
    return [probe('x-maxJsonBytes', 'accepted', filled(bytes)), probe('x-maxJsonBytes', 'rejected', filled(bytes + 1))];
  }
}

type MakeProbe = (keyword: string, expect: Probe['expect'], value: unknown) => Probe;

/** Keys of free-form objects; `description` so that a JSON Schema may hold it too. */
const FILLERS = ['description', ...Array.from({ length: 20 }, (_, index) => `filler${index}`)];

function nameOf({ $ref }: Schema): string | undefined {
  return typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : undefined;
}

/** Texts of a length, for patterns that a repeated letter does not match. */
const SAMPLES: Readonly<Record<string, (length: number) => string>> = {
  '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$': (length) => `en${'-xxxxxxxx'.repeat(length)}`.slice(0, length),
};

function ofText(schema: Schema, probe: MakeProbe, hugeText: string): Probe[] {
  const { minLength, maxLength, pattern, format } = schema as {
    minLength?: number;
    maxLength?: number;
    pattern?: string;
    format?: string;
  };
  if (format === 'binary') return [];
  if (format) return [probe('format', 'rejected', 'no such format')];
  const wrong = ['!', ' '].find((text) => pattern && !new RegExp(pattern, 'u').test(text));
  // Characters outside the first plane: lengths are those of JSON Schema, in code points, where the pattern lets them through.
  const isWide = (maxLength ?? 0) <= 100_000 && (!pattern || new RegExp(pattern, 'u').test('😀'));
  const letter = isWide ? '😀' : 'x';
  const text = (length: number) => SAMPLES[pattern ?? '']?.(length) ?? letter.repeat(length);
  return [
    probe('type', 'rejected', { no: 'text' }),
    ...(minLength ? [probe('minLength', 'rejected', '')] : []),
    ...(wrong ? [probe('pattern', 'rejected', wrong)] : []),
    ...(maxLength === undefined
      ? [probe('maxLength', 'unstated', hugeText)]
      : [probe('maxLength', 'accepted', text(maxLength)), probe('maxLength', 'rejected', text(maxLength + 1))]),
  ];
}

function ofNumber(schema: Schema, probe: MakeProbe): Probe[] {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  return [
    probe('type', 'rejected', 'many'),
    ...(schema['type'] === 'integer' ? [probe('type', 'rejected', 1.5)] : []),
    ...(minimum === undefined
      ? [probe('minimum', 'unstated', schema['type'] === 'integer' ? -1e15 : -1e300)]
      : [probe('minimum', 'accepted', minimum), probe('minimum', 'rejected', minimum - 1)]),
    ...(maximum === undefined
      ? [probe('maximum', 'unstated', schema['type'] === 'integer' ? 1e15 : 1e300)]
      : [probe('maximum', 'accepted', maximum), probe('maximum', 'rejected', maximum + 1)]),
  ];
}
