// Asks a deployed service whether it serves, before traffic is shifted to it. Exits with 1 and a sentence when it does not.
//
//   SMOKE_API_KEY=svc_sdk_… node scripts/smoke.mjs https://candidate---lectern-….run.app
//   SMOKE_API_KEY=svc_sdk_… node scripts/smoke.mjs service.json candidate
//
// The second form finds the address in what `gcloud run services describe --format=json` printed, by the revision's tag.
import { readFileSync } from 'node:fs';

const PATIENCE_MS = 60_000;
const CALL_MS = 20_000;
const PAUSE_MS = 2_000;

const [target, tag] = process.argv.slice(2);
const key = process.env.SMOKE_API_KEY;

try {
  if (!target) throw new Error('Usage: node scripts/smoke.mjs <url> | <service.json> <tag>');
  if (!key) throw new Error('SMOKE_API_KEY must be set');
  const url = tag === undefined ? target.replace(/\/+$/, '') : addressOf(target, tag);
  await ready(url);
  await serves(url);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function addressOf(file, name) {
  const { status } = JSON.parse(readFileSync(file, 'utf8'));
  const found = status?.traffic?.find((part) => part.tag === name)?.url;
  if (!found) throw new Error(`${file} has no revision tagged ${name}`);
  return found;
}

/** A new revision may still be starting. */
async function ready(url) {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const state = await ask(url, '/health/ready').catch((error) => ({ status: 0, body: error.message }));
    if (state.status === 200) return report('/health/ready', state);
    if (Date.now() > until) throw new Error(`Not ready: ${state.status} ${JSON.stringify(state.body)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** What a consumer does: a read from the database, a search through the index and the models, a refusal. */
async function serves(url) {
  const headers = { 'x-svc-api-key': key };
  const list = await ask(url, '/api/sdk/content?limit=1', { headers });
  if (list.status !== 200 || list.body?.success !== true) throw failure('/api/sdk/content', list);
  report('/api/sdk/content', list);

  const search = await ask(url, '/api/sdk/rag/search', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'hello', maxResults: 1 }),
  });
  if (search.status !== 200 || !Array.isArray(search.body?.data?.results)) throw failure('/api/sdk/rag/search', search);
  report('/api/sdk/rag/search', search);

  const stranger = await ask(url, '/api/sdk/content?limit=1');
  if (stranger.status !== 401) throw failure('/api/sdk/content without a key', stranger);
  report('/api/sdk/content without a key', stranger);
}

async function ask(url, path, options = {}) {
  const started = Date.now();
  const response = await fetch(url + path, { ...options, signal: AbortSignal.timeout(CALL_MS) });
  const text = await response.text();
  let body = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Shown as it is.
  }
  return { status: response.status, body, ms: Date.now() - started };
}

function failure(what, { status, body }) {
  return new Error(`${what} answered ${status} ${JSON.stringify(body).slice(0, 500)}`);
}

function report(what, { status, ms }) {
  console.log(`${what}: ${status} in ${ms} ms`);
}
