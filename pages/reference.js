/** The REST reference: shows the OpenAPI document of the service, and sends requests with the key that is entered. */

/** Makes an element. Children that are null or false are left out. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== false && child !== undefined));
  return made;
}

/** Puts a separator between the parts of a list. */
function joinParts(parts, separator) {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

const code = (text) => element('code', {}, String(text));

/** Parts of a text between backticks are code. */
function inlineView(text = '') {
  return text.split('`').map((part, index) => (index % 2 ? code(part) : part));
}

/** Empty lines of a text begin paragraphs. */
function prose(text) {
  return text ? text.split('\n\n').map((paragraph) => element('p', {}, inlineView(paragraph))) : [];
}

// Schemas

const BOUNDS = {
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

/** GraphQL's `Int` has 32 bits: that says nothing about the field. */
const isLimitOfIntegers = (value) => value === -(2 ** 31) || value === 2 ** 31 - 1;

function bounds(schema) {
  return Object.entries(BOUNDS)
    .filter(([name]) => name in schema && !isLimitOfIntegers(schema[name]))
    .map(([name, [before, after]]) => {
      const value = schema[name];
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return element('small', { class: 'bound' }, before, ' ', code(text), after);
    });
}

const schemaId = (reference) => reference.split('/').at(-1);

/** Such as `list of ContentItem`, `string or null`. */
function typeView(schema) {
  if (schema.$ref) {
    const name = schemaId(schema.$ref);
    return [element('a', { href: `#schema-${name}` }, name)];
  }
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return joinParts(branches.map(typeView), ' or ').flat();
  if ('const' in schema) return [code(JSON.stringify(schema.const))];
  if (schema.enum) return joinParts(schema.enum.map(code), ', ');
  const types = [schema.type ?? 'any'].flat();
  return joinParts(
    types.map((type) => (type === 'array' && schema.items ? ['list of ', typeView(schema.items)] : type)),
    ' or ',
  );
}

function fieldRows(schema) {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const isRequired = schema.required?.includes(name);
    // An object, or a list of objects, that has no name of its own.
    const inner = fieldRows(field.items ?? field);
    return element(
      'div',
      {},
      element('dt', {}, code(name), isRequired && [' ', element('small', {}, 'required')]),
      element('dd', {}, typeView(field), bounds(field)),
      element('dd', {}, inlineView(field.description), ' ', inner.length > 0 && fieldList(inner)),
    );
  });
}

const fieldList = (rows) => element('dl', { class: 'fields' }, rows);

/** The list of an object's fields; of other schemas, their type. */
function schemaView(schema) {
  const parts = schema.allOf ?? [schema];
  const bases = parts
    .filter((part) => part.$ref)
    .map((part) => element('p', {}, 'All fields of ', typeView(part), '.'));
  const rows = parts.flatMap(fieldRows);
  if (rows.length > 0) return [bases, fieldList(rows)];
  return bases.length > 0 ? bases : [element('p', {}, typeView(schema), bounds(schema))];
}

// Operations

function operationView(operation, openapi) {
  const { operationId: id, method, path, summary } = operation;
  const { parameters, responses } = openapi.components;
  const body = operation.requestBody?.content['application/json'];
  const multipart = operation.requestBody?.content['multipart/form-data'];
  const attributes = { class: 'operation', id, 'data-method': method, 'data-path': path };
  return element(
    'details',
    attributes,
    element(
      'summary',
      {},
      element('span', { class: `method ${method.toLowerCase()}` }, method),
      ' ',
      code(path),
      ' ',
      element('h3', {}, summary),
    ),
    prose(operation.description),
    element(
      'form',
      { 'aria-label': summary },
      operation.parameters.map((each) => parameterView(operation, resolve(each, parameters), openapi.paths)),
      body && bodyView(id, body),
      element('button', { type: 'submit' }, `Send ${method}`),
    ),
    multipart && exampleView('multipart/form-data', multipart.example),
    element('div', { class: 'answer', 'aria-live': 'polite' }),
    element('h4', {}, 'Answers'),
    element(
      'ul',
      {},
      Object.entries(operation.responses).map(([status, each]) => answerView(status, resolve(each, responses))),
    ),
  );
}

const resolve = (part, shared) => (part.$ref ? shared[schemaId(part.$ref)] : part);

function parameterView({ operationId, path }, parameter, paths) {
  const { name, required, description, schema, style, example = '' } = parameter;
  const id = `${operationId}-${name}`;
  const list = listPath(path, parameter, paths);
  const notes = [parameter.in !== 'path' && `in the ${parameter.in}`, required && 'required'].filter(Boolean);
  const attributes = {
    id,
    name,
    'data-in': style ?? parameter.in,
    value: example,
    autocomplete: 'off',
    'aria-describedby': `${id}-is`,
    ...(required ? { required: '' } : {}),
  };
  return element(
    'div',
    { class: 'parameter' },
    element('label', { for: id }, code(name), ' ', element('small', {}, notes.join(', '))),
    element('input', attributes),
    list && element('button', { type: 'button', 'data-list': list, 'data-for': id }, `First ${name} of the list`),
    element('p', { id: `${id}-is` }, typeView(schema), bounds(schema), '. ', inlineView(description)),
  );
}

/** The path before a variable, if it lists what the variable names. */
function listPath(path, { name, in: place }, paths) {
  const before = path.split(`/{${name}}`, 1)[0];
  return place === 'path' && paths[before]?.get ? before : null;
}

function bodyView(operationId, { schema, example = {} }) {
  const text = JSON.stringify(example, null, 2);
  const id = `${operationId}-body`;
  const rows = Math.min(text.split('\n').length + 1, 16);
  return element(
    'div',
    { class: 'parameter' },
    element('label', { for: id }, 'Body, as JSON: ', typeView(schema)),
    element('textarea', { id, name: 'body', spellcheck: 'false', rows }, text),
  );
}

function answerView(status, { description, content = {} }) {
  const media = status === '200' ? Object.entries(content).map(([type, each]) => mediaView(type, each)) : [];
  return element('li', {}, element('strong', {}, status), ' ', inlineView(description), ' ', media);
}

function mediaView(type, { schema, example, examples, 'x-events': events }) {
  // One route can have several operations, each with an example.
  const exampleViews = examples
    ? Object.entries(examples).map(([name, { value }]) => exampleView(name, value))
    : exampleView(type, example);
  if (events)
    return [element('p', {}, code(type), ': ', typeView(events), '. ', inlineView(schema.description)), exampleViews];
  const alternatives = joinParts((schema.anyOf ?? [schema]).map(schemaView), element('p', {}, 'or'));
  return [element('p', {}, code(type)), alternatives, exampleViews];
}

function exampleView(type, example) {
  if (example === undefined) return null;
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
  return element(
    'details',
    {},
    element('summary', {}, 'Example of ', code(type)),
    element('pre', { tabindex: '0', role: 'group', 'aria-label': 'Example' }, text),
  );
}

// Requests

const fields = ['key', 'token'].map((id) => document.getElementById(id));

function credentialHeaders() {
  const [key, token] = fields.map((field) => field.value.trim());
  return { ...(key ? { 'X-Svc-API-Key': key } : {}), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
}

function readRequest(operation) {
  const { method, path } = operation.dataset;
  let url = path;
  const query = new URLSearchParams();
  const headers = credentialHeaders();
  for (const { name, value, dataset } of operation.querySelectorAll('input[data-in]')) {
    if (dataset.in === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (dataset.in === 'query') query.append(name, value);
    else if (dataset.in === 'header') headers[name] = value;
    // Such as filter[tags][in]=a, and several joined by &.
    else for (const [part, content] of new URLSearchParams(value)) query.append(part, content);
  }
  const body = operation.querySelector('textarea')?.value;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  return { url: url + (query.size ? `?${query}` : ''), method, headers, body };
}

async function send(operation) {
  const { url, ...request } = readRequest(operation);
  const output = element('pre', { tabindex: '0', role: 'group', 'aria-label': 'Answer' });
  const start = performance.now();
  try {
    const response = await fetch(url, request);
    const text = await response.text();
    const duration = Math.round(performance.now() - start);
    output.dataset.status = response.status;
    output.textContent = `${request.method} ${url}\n${response.status} ${response.statusText} in ${duration} ms\n\n${formatJson(text)}`;
  } catch (error) {
    output.textContent = `Not sent: ${error.message}`;
  }
  operation.querySelector('.answer').replaceChildren(output);
}

function formatJson(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Fills a parameter with the first entry of the list that has its values. */
async function fill({ dataset }) {
  const field = document.getElementById(dataset.for);
  const response = await fetch(dataset.list, { headers: credentialHeaders() });
  const { data } = await response.json();
  // A list is the data itself, or one of its fields.
  const [entry] = (Array.isArray(data) ? data : Object.values(data ?? {}).find(Array.isArray)) ?? [];
  field.value = entry?.[field.name] ?? entry?._id ?? entry?.id ?? '';
  if (!entry) field.placeholder = response.ok ? 'The list is empty' : `The list answers ${response.status}`;
}

// The page

function show(openapi) {
  const { info, tags, paths, components } = openapi;
  document.title = info.title;
  document.querySelector('h1').textContent = info.title;
  document.getElementById('version').textContent = `Version ${info.version}.`;
  document.getElementById('description').append(...prose(info.description));
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => ({ path, method: method.toUpperCase(), ...each })),
  );
  for (const { name, description } of tags) {
    const group = operations.filter((operation) => operation.tags.includes(name));
    const links = group.map(({ operationId, summary }) =>
      element('li', {}, element('a', { href: `#${operationId}` }, summary)),
    );
    document
      .getElementById('operations')
      .append(element('details', {}, element('summary', {}, name), element('ul', {}, links)));
    const views = group.map((operation) => operationView(operation, openapi));
    const id = `tag-${name}`;
    document
      .getElementById('groups')
      .append(element('section', { 'aria-labelledby': id }, element('h2', { id }, name), prose(description), views));
  }
  for (const [name, schema] of Object.entries(components.schemas)) {
    const title = element('summary', {}, element('h3', {}, name));
    const text = element('p', {}, inlineView(schema.description));
    document
      .getElementById('schemas')
      .append(element('details', { id: `schema-${name}` }, title, text, schemaView(schema)));
  }
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
}

for (const field of fields) {
  field.value = sessionStorage.getItem(`lectern-${field.id}`) ?? '';
  field.addEventListener('input', () => sessionStorage.setItem(`lectern-${field.id}`, field.value));
}
document.addEventListener('submit', (event) => {
  event.preventDefault();
  const operation = event.target.closest('.operation');
  if (operation) void send(operation);
});
document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-list]');
  if (button) void fill(button);
});
window.addEventListener('hashchange', openTarget);

try {
  const response = await fetch('openapi.json');
  show(await response.json());
  openTarget();
} catch (error) {
  const problem = document.getElementById('problem');
  problem.textContent = `The description of the API could not be read: ${error.message}`;
  problem.hidden = false;
}
