export const STYLE = `
:root { color-scheme: light dark; --text: #1b1f27; --page: #fff; --soft: #f3f5f8; --line: #ccd2dc; --link: #1d4fb8; --button: #1d4fb8; --on-button: #fff; --quiet: #4d5666;
  font: 16px/1.55 system-ui, sans-serif; scroll-padding-top: 1rem; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ef; --page: #14171d; --soft: #1e232c; --line: #3b4352; --link: #9dbbff; --button: #9dbbff; --on-button: #10141c; --quiet: #b3bccb; } }
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--page); display: grid; grid-template: auto 1fr / 16rem minmax(0, 1fr); grid-template-areas: "head head" "nav main"; }
header { grid-area: head; padding: 1.5rem 2rem .5rem; border-bottom: 1px solid var(--line); }
nav { grid-area: nav; padding: 1.25rem 1rem 2rem 2rem; border-right: 1px solid var(--line); position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; }
main { grid-area: main; padding: 1rem 2rem 4rem; max-width: 64rem; }
h1 { margin: 0; font-size: 1.6rem; } h2 { margin: 2.5rem 0 .25rem; } h3 { display: inline; overflow-wrap: anywhere; margin: 0; font-size: 1rem; font-weight: 600; } h4 { margin: 1.25rem 0 .25rem; }
a { color: var(--link); } nav summary { padding: .25rem 0; cursor: pointer; font-weight: 600; } nav ul { list-style: none; margin: 0 0 .75rem; padding: 0 0 0 .75rem; } nav a { display: block; padding: .2rem 0; text-decoration: none; } nav a:hover { text-decoration: underline; }
main details { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; padding: 0 1rem; } main details[open] { padding-bottom: 1rem; }
main ul { padding-left: 1.25rem; } main li { margin: .2rem 0; } main summary { padding: .6rem 0; cursor: pointer; } :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre, textarea { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.25rem; padding: .1rem .5rem; border-radius: 5px; text-align: center; font: 700 .8rem/1.5 ui-monospace, monospace; background: #1d4fb8; color: #fff; }
.post { background: #1b6b3a; } .put, .patch { background: #7a4a00; } .delete { background: #a3202b; }
form { margin-top: .75rem; background: var(--soft); border-radius: 8px; padding: .75rem 1rem; } .parameter { margin-bottom: .75rem; } .parameter p, #key-use { margin: .15rem 0 0; font-size: .9rem; color: var(--quiet); } label { display: block; font-weight: 600; }
input, textarea { width: 100%; max-width: 34rem; padding: .45rem .6rem; color: inherit; background: var(--page); border: 1px solid #7b8494; border-radius: 6px; font-size: .95rem; } textarea { max-width: none; }
button { min-height: 2.25rem; padding: .35rem .9rem; border: 1px solid var(--button); border-radius: 6px; background: var(--button); color: var(--on-button); font: inherit; cursor: pointer; } button[type=button] { background: none; color: var(--link); }
pre { margin: .5rem 0 0; padding: .75rem 1rem; max-height: 28rem; overflow: auto; background: var(--soft); border: 1px solid var(--line); border-radius: 8px; white-space: pre-wrap; }
.fields { margin: .5rem 0; font-size: .92rem; } .fields > div { display: grid; grid-template-columns: 13rem 13rem minmax(0, 1fr); gap: 0 1rem; padding: .45rem 0; border-top: 1px solid var(--line); }
.fields .fields { grid-column: 1 / -1; margin: .25rem 0 0; padding-left: .75rem; border-left: 3px solid var(--line); } .fields .fields > div { display: block; }
dt code { font-weight: 600; } dt, dd { margin: 0; min-width: 0; overflow-wrap: anywhere; } .bound { display: block; } p .bound { display: inline; } p .bound::before { content: ', '; }
small { color: var(--quiet); font-weight: 400; font-size: .85rem; }
@media (max-width: 50rem) { body { display: block; } nav { border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem; } nav { position: static; max-height: none; } header, main { padding-left: 1rem; padding-right: 1rem; } main details { padding: 0 .75rem; } .fields > div { display: block; } main ul { padding-left: 1rem; } .parameter button { margin-top: .35rem; } }
`;

/** Runs in the browser. */
export const SCRIPT = `'use strict';
const fields = ['key', 'token'].map((id) => document.getElementById(id));
for (const field of fields) {
  field.value = sessionStorage.getItem('lectern-' + field.id) ?? '';
  field.addEventListener('input', () => sessionStorage.setItem('lectern-' + field.id, field.value));
}
document.getElementById('credentials').addEventListener('submit', (event) => event.preventDefault());

function headers() {
  const [key, token] = fields.map((field) => field.value.trim());
  return { ...(key ? { 'X-Svc-API-Key': key } : {}), ...(token ? { Authorization: 'Bearer ' + token } : {}) };
}

function requestOf(operation) {
  const { method, path } = operation.dataset;
  let url = path;
  const query = new URLSearchParams();
  const ownHeaders = {};
  for (const input of operation.querySelectorAll('input[data-in]')) {
    if (input.dataset.in === 'path') url = url.replace('{' + input.name + '}', encodeURIComponent(input.value));
    else if (input.value === '') continue;
    else if (input.dataset.in === 'query') query.append(input.name, input.value);
    else if (input.dataset.in === 'header') ownHeaders[input.name] = input.value;
    // Such as filter[tags][in]=a, and several joined by &.
    else for (const [name, value] of new URLSearchParams(input.value)) query.append(name, value);
  }
  const body = operation.querySelector('textarea')?.value;
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return [url + (query.size ? '?' + query : ''), { method, headers: { ...headers(), ...type, ...ownHeaders }, body }];
}

async function send(operation) {
  const [url, options] = requestOf(operation);
  const output = document.createElement('pre');
  output.tabIndex = 0;
  output.setAttribute('role', 'group');
  output.setAttribute('aria-label', 'Answer');
  const start = performance.now();
  try {
    const response = await fetch(url, options);
    const text = await response.text();
    output.dataset.status = response.status;
    const took = Math.round(performance.now() - start) + ' ms';
    output.textContent = options.method + ' ' + url + '\\n' + response.status + ' ' + response.statusText + ' in ' + took + '\\n\\n' + indented(text);
  } catch (error) {
    output.textContent = 'Not sent: ' + error.message;
  }
  operation.querySelector('.answer').replaceChildren(output);
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A list is data itself, or one of its fields. */
function firstOf(data) {
  const list = Array.isArray(data) ? data : Object.values(data ?? {}).find(Array.isArray);
  return list?.[0];
}

async function fill(button) {
  const field = document.getElementById(button.dataset.for);
  const response = await fetch(button.dataset.list, { headers: headers() });
  const entry = firstOf((await response.json()).data);
  field.value = entry?.[field.name] ?? entry?._id ?? entry?.id ?? '';
  field.placeholder = entry ? '' : response.ok ? 'The list is empty' : 'The list answers ' + response.status;
}

document.addEventListener('submit', (event) => {
  const operation = event.target.closest('.operation');
  if (!operation) return;
  event.preventDefault();
  void send(operation);
});
document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-list]');
  if (button) void fill(button);
});

function openTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
addEventListener('hashchange', openTarget);
openTarget();
`;
