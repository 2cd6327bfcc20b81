import type { SchemaObject } from '../openapi/schema-object.ts';
import { boundsView } from './bounds-view.ts';
import { type Html, html, inline, prose } from './html.ts';
import { schemaView, typeView } from './schema-view.ts';

export interface Described {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { description?: string; content: Record<string, { schema: SchemaObject; example?: unknown }> };
  responses: Record<string, SchemaObject>;
}

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  style?: string;
  description?: string;
  schema: SchemaObject;
  example?: string;
}

interface Context {
  paths: Readonly<Record<string, object>>;
  parameters: Readonly<Record<string, Parameter>>;
  responses: Readonly<Record<string, SchemaObject>>;
}

const FORM = 'multipart/form-data';

type Operation = Described & { path: string; method: string };

export function operationView(operation: Operation, { paths, parameters: shared, responses }: Context): Html {
  const { operationId: id, method, path, summary, description, requestBody } = operation;
  const parameters = operation.parameters.map((one) => resolved(one, shared));
  const body = requestBody?.content['application/json'];
  const multipart = requestBody?.content[FORM];
  const fields = parameters.map((parameter) => parameterView(id, parameter, listOf(path, parameter, paths)));
  return html`<details class="operation" id="${id}" data-method="${method}" data-path="${path}">
    <summary>
      <span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>
      <h3>${summary}</h3>
    </summary>
    ${prose(description)}
    <form aria-label="${summary}">
      ${fields} ${body ? bodyView(id, body) : html``}
      <button type="submit">Send ${method}</button>
    </form>
    ${exampleView(FORM, multipart?.example)}
    <div class="answer" aria-live="polite"></div>
    <h4>Answers</h4>
    <ul>
      ${Object.entries(operation.responses).map(([status, response]) => answerView(status, resolved<SchemaObject>(response, responses)))}
    </ul>
  </details>`;
}

function parameterView(
  id: string,
  { name, required, description, schema, in: place, style, example }: Parameter,
  list: string,
): Html {
  const field = `${id}-${name}`;
  return html`<div class="parameter">
    <label for="${field}"><code>${name}</code> <small>${note(place, required)}</small></label>
    <input
      id="${field}"
      name="${name}"
      data-in="${style ?? place}"
      value="${example ?? ''}"
      autocomplete="off"
      aria-describedby="${field}-is"
      ${required ? html` required` : html``}
    />
    ${list === '' ? html`` : html`<button type="button" data-list="${list}" data-for="${field}">First ${name} of the list</button>`}
    <p id="${field}-is">${typeView(schema)}${boundsView(schema)}. ${inline(description)}</p>
  </div>`;
}

function note(place: string, required: boolean): string {
  return [place === 'path' ? '' : `in the ${place}`, required ? 'required' : ''].filter(Boolean).join(', ');
}

function bodyView(id: string, { schema, example }: { schema: SchemaObject; example?: unknown }): Html {
  const text = example === undefined ? '{}' : JSON.stringify(example, null, 2);
  return html`<div class="parameter">
    <label for="${id}-body">Body, as JSON: ${typeView(schema)}</label>
    <textarea id="${id}-body" name="body" spellcheck="false" rows="${Math.min(text.split('\n').length + 1, 16)}">
${text}</textarea>
  </div>`;
}

function answerView(status: string, { description, content }: SchemaObject): Html {
  const media = Object.entries((content ?? {}) as Record<string, Media>);
  return html`<li>
    <strong>${status}</strong> ${inline(description)} ${status === '200' ? media.map(mediaView) : html``}
  </li>`;
}

interface Media {
  schema: SchemaObject;
  example?: unknown;
  /** By operation, where one route has two. */
  examples?: Readonly<Record<string, { value: unknown }>>;
  'x-events'?: SchemaObject;
}

function mediaView([type, { schema, example, examples, 'x-events': events }]: [string, Media]): Html {
  const shown = examples
    ? Object.entries(examples).map(([name, { value }]) => exampleView(name, value))
    : exampleView(type, example);
  if (events)
    return html`<p><code>${type}</code>: ${typeView(events)}. ${inline(schema['description'])}</p>
      ${shown}`;
  const [first = {}, ...others] = (schema['anyOf'] ?? [schema]) as SchemaObject[];
  const rest = others.map(
    (other) =>
      html`<p>or</p>
        ${schemaView(other)}`,
  );
  return html`<p><code>${type}</code></p>
    ${schemaView(first)} ${rest} ${shown}`;
}

function exampleView(type: string, example: unknown): Html {
  if (example === undefined) return html``;
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return html`<details>
    <summary>Example of <code>${type}</code></summary>
    <pre tabindex="0" role="group" aria-label="Example">${text}</pre>
  </details>`;
}

function resolved<T extends object>(part: T | { $ref: string }, shared: Readonly<Record<string, T>>): T {
  const reference = '$ref' in part ? part.$ref : '';
  return shared[reference.split('/').at(-1) ?? ''] ?? (part as T);
}

/** The path before a variable, if it lists what the variable names. */
function listOf(path: string, { name, in: place }: Parameter, paths: Context['paths']): string {
  if (place !== 'path') return '';
  const before = path.split(`/{${name}}`, 1)[0] ?? '';
  return 'get' in (paths[before] ?? {}) ? before : '';
}
