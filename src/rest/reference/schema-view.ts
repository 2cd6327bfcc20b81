import type { SchemaObject } from '../openapi/schema-object.ts';
import { boundsView } from './bounds-view.ts';
import { Html, html, inline } from './html.ts';

/** The list of an object's fields; of other schemas, their type. */
export function schemaView(schema: SchemaObject): Html {
  const parts = (schema['allOf'] ?? [schema]) as SchemaObject[];
  const fields = parts.flatMap(fieldViews);
  const bases = parts.filter((part) => '$ref' in part).map((part) => html`<p>All fields of ${typeView(part)}.</p>`);
  if (fields.length > 0) return html`${bases} ${fieldList(fields)}`;
  return bases.length > 0 ? html`${bases}` : html`<p>${typeView(schema)}${boundsView(schema)}</p>`;
}

function fieldList(fields: readonly Html[]): Html {
  return html`<dl class="fields">${fields}</dl>`;
}

function fieldViews(schema: SchemaObject): Html[] {
  const required = new Set((schema['required'] ?? []) as string[]);
  return Object.entries((schema['properties'] ?? {}) as Record<string, SchemaObject>).map(
    ([name, field]) =>
      html`<div>
        <dt><code>${name}</code>${required.has(name) ? html` <small>required</small>` : html``}</dt>
        <dd>${typeView(field)}${boundsView(field)}</dd>
        <dd>${inline(field['description'])} ${innerFields(field)}</dd>
      </div>`,
  );
}

/** Of an object, or of a list of objects, that has no name of its own. */
function innerFields(field: SchemaObject): Html {
  const fields = fieldViews((field['items'] ?? field) as SchemaObject);
  return fields.length === 0 ? html`` : fieldList(fields);
}

/** Such as `list of ContentItem`, `string or null`. */
export function typeView(schema: SchemaObject): Html {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const branches = (schema['anyOf'] ?? schema['oneOf']) as SchemaObject[] | undefined;
  if (branches) return join(branches.map(typeView), ' or ');
  if ('const' in schema) return html`<code>${JSON.stringify(schema['const'])}</code>`;
  const values = schema['enum'] as unknown[] | undefined;
  if (values) return join(values.map(valueView), ', ');
  const types = [schema['type'] ?? 'any'].flat() as string[];
  const items = schema['items'] as SchemaObject | undefined;
  return join(
    types.map((type) => (type === 'array' && items ? html`list of ${typeView(items)}` : html`${type}`)),
    ' or ',
  );
}

function valueView(value: unknown): Html {
  return html`<code>${String(value)}</code>`;
}

function join(parts: readonly Html[], separator: string): Html {
  return new Html(parts.map(({ text }) => text).join(separator));
}
