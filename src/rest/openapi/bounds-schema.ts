import type { Bounds } from '../../shared/bounds.ts';
import type { SchemaObject } from './schema-object.ts';

/** The bounds of an argument or input field, which GraphQL itself cannot express. */
export function declaredBounds({ extensions }: { extensions: Readonly<Record<string, unknown>> }): Bounds {
  return (extensions['bounds'] as Bounds | undefined) ?? {};
}

/** Adds the declared bounds to the schema of a value. */
export function addBounds(schema: SchemaObject, bounds: Bounds): SchemaObject {
  const { minimum, maximum, minItems, maxItems, items, minEntries, maxEntries, maxJsonBytes } = bounds;
  const keywords = {
    minimum,
    maximum,
    minItems,
    maxItems,
    items: items && addBounds(schema['items'] as SchemaObject, items),
    minProperties: minEntries,
    type: maxEntries === undefined ? undefined : 'object',
    maxProperties: maxEntries,
    // JSON Schema has no keyword for the size of a value as JSON in UTF-8 bytes.
    'x-maxJsonBytes': maxJsonBytes,
  };
  return {
    ...schema,
    ...(schema['type'] === 'string' ? textKeywords(bounds) : {}),
    ...Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined)),
  };
}

function textKeywords({ filled, format, maxLength = Number.POSITIVE_INFINITY }: Bounds): SchemaObject {
  const max = Math.min(maxLength, format?.maxLength ?? maxLength);
  const pattern = format?.pattern ?? (filled && String.raw`\S`);
  return {
    ...(filled ? { minLength: 1 } : {}),
    ...(Number.isFinite(max) ? { maxLength: max } : {}),
    ...(pattern ? { pattern } : {}),
  };
}
