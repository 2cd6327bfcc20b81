import { type Attributes, SpanKind } from '@opentelemetry/api';
import { isRecording } from './metrics.ts';
import { type ObserveOptions, observe } from './record.ts';

interface Client {
  query: (...args: never[]) => unknown;
}

interface Pool {
  on(event: 'acquire', listener: (client: Client) => void): unknown;
}

/**
 * Measures statements if telemetry is enabled. A statement is recorded by its verb and its first table, as `select
 * persona`, without its text or values.
 */
export function observeStatements(pool: Pool): void {
  if (!isRecording()) return;
  const observed = new WeakSet<Client>();
  // Not when they connect: MikroORM opens connections before a listener can be added.
  pool.on('acquire', (client) => {
    if (observed.has(client)) return;
    observed.add(client);
    observeClient(client);
  });
}

function observeClient(client: Client): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = (...args: unknown[]) => {
    // With a callback, or of a cursor: the driver's own.
    if (typeof args.at(-1) === 'function' || queryText(args[0]) === undefined) return query(...args);
    const { summary, options } = summarize(queryText(args[0]) ?? '');
    return observe(summary, options, () => query(...args));
  };
}

interface Statement {
  summary: string;
  options: ObserveOptions;
}

/** Summarizes a statement by its verb and table: one that begins with `with`, by what it does at last. */
export function summarize(text: string): Statement {
  const cached = summaries.get(text);
  if (cached) return cached;
  const bare = text
    .toLowerCase()
    // Literals, remarks and the locks of a select could read as what they are not.
    .replaceAll(/'(?:[^']|'')*'|--.*$|\b(?:for|do)\s+(?:no key\s+)?update\b/gm, ' ');
  const first = /^\s*\(*([a-z]+)/.exec(bare)?.[1] ?? 'statement';
  const verb = first === 'with' ? (/\b(insert|update|delete)\b/.exec(bare)?.[1] ?? 'select') : first;
  const table = VERBS.test(verb) ? findTable(bare, first) : undefined;
  const called = /^\s*select\s+([a-z_]\w*)\s*\(/.exec(bare)?.[1];
  const summary = [verb, table ?? called].filter(Boolean).join(' ');
  const metricAttributes: Attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': verb,
    ...(table === undefined ? {} : { 'db.collection.name': table }),
  };
  const attributes = { ...metricAttributes, 'db.query.summary': summary };
  const metrics = { 'db.client.operation.duration': metricAttributes };
  const statement: Statement = {
    summary,
    options: { kind: SpanKind.CLIENT, requireParent: true, attributes, metrics },
  };
  if (summaries.size < MAX_SUMMARIES) summaries.set(text, statement);
  return statement;
}

/** The first table that is not in a subquery, if there is one. */
function findTable(bare: string, first: string): string | undefined {
  const found = TABLE.exec(first === 'with' ? bare : withoutParentheses(bare)) ?? TABLE.exec(bare);
  return found?.[1];
}

/** Empties all parentheses. */
function withoutParentheses(text: string): string {
  const shorter = text.replaceAll(/\([^()]*\)/g, '[]');
  return shorter === text ? text.replaceAll('[]', '()') : withoutParentheses(shorter);
}

const VERBS = /^(select|insert|update|delete)$/;
/** The name of a table, which is not a function as in `extract(epoch from now())`. */
const TABLE = /\b(?:into\s+"?|(?:from|update|join)\s+(?!"?\w+"?\s*\()"?)([a-z_]\w*)/;
const MAX_SUMMARIES = 1_000;
const summaries = new Map<string, Statement>();

function queryText(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : undefined;
  return typeof text === 'string' && !('submit' in (query as object)) ? text : undefined;
}
