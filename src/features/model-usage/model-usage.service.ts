import type { ScopeTransaction } from '../../database/database.ts';
import { expression, table } from '../../database/table.ts';
import type { TokenUsage } from '../../ports/language-model.ts';
import { badRequest } from '../../shared/errors.ts';
import { isCalendarDay } from '../../shared/moment.ts';
import type { Viewer } from '../../access/viewer.ts';
import { ModelUsageEntity } from './model-usage.entity.ts';
import type { ModelUsage } from './model-usage.types.ts';

/** Prices of models by name, per million tokens, all in one currency. */
export type ModelPrices = ReadonlyMap<string, { input: number; output: number }>;

const DEFAULT_DAYS = 90;
const MAX_DAYS = 366;
const MAX_ROWS = 5_000;
const DAY_MS = 86_400_000;
const MILLION = 1_000_000;
/** Maximum of GraphQL's integers. */
const MAX_INT = 2 ** 31 - 1;

const usage = table(ModelUsageEntity, 'u', {
  only: ['model', 'turns'],
  add: {
    day: expression<string>('u.day::text'),
    // Exact up to 2^53.
    inputTokens: expression<number>('u.input_tokens::float8'),
    outputTokens: expression<number>('u.output_tokens::float8'),
  },
});
const SELECT_DAYS = usage.select(
  `where u.site_id = $1 and u.day >= $2::date and u.day <= $3::date order by u.day desc, u.model limit ${MAX_ROWS}`,
);

export interface ModelTokens extends TokenUsage {
  model: string;
}

/**
 * SQL that adds to what a site has used today.
 * @param rows after `from`: rows with `model`, `turns`, `input` and `output`, of each model one; `$1` is the site
 */
export function addUsageSql(rows: string): string {
  return `insert into model_usage as u (site_id, day, model, turns, input_tokens, output_tokens)
    select $1::uuid, (now() at time zone 'UTC')::date, model, turns, input, output from ${rows}
    on conflict (site_id, day, model) do update set turns = u.turns + excluded.turns,
      input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens`;
}

/** Adds what was used outside of chat turns. */
export async function addTokens(tx: ScopeTransaction, tokens: readonly ModelTokens[]): Promise<void> {
  if (tokens.length === 0) return;
  const column = <K extends keyof ModelTokens>(name: K) => tokens.map((each) => each[name]);
  await tx.rows(ADD_TOKENS, [tx.siteId, column('model'), column('inputTokens'), column('outputTokens')]);
}

const ADD_TOKENS = addUsageSql(`(
  select model, 0 as turns, sum(input)::bigint as input, sum(output)::bigint as output
  from unnest($2::text[], $3::bigint[], $4::bigint[]) as part (model, input, output) group by model) as used`);

/** Reads the usage between two days, both included. By default `to` is today and `from` 89 days before it. */
export async function readUsage(
  viewer: Viewer,
  prices: ModelPrices,
  from: string | null,
  to: string | null,
): Promise<ModelUsage[]> {
  const last = to ? parseDay('to', to) : startOfToday();
  const first = from ? parseDay('from', from) : last - (DEFAULT_DAYS - 1) * DAY_MS;
  if (first > last) throw badRequest('from', 'from must not be after to');
  if (last - first >= MAX_DAYS * DAY_MS) {
    throw badRequest('from', `from and to must span at most ${MAX_DAYS} days`);
  }
  const rows = await viewer.scope.rows(SELECT_DAYS, [viewer.site.id, toDay(first), toDay(last)]);
  return rows.map(({ inputTokens, outputTokens, ...row }) => {
    const price = prices.get(row.model);
    return {
      ...row,
      inputTokens: Math.min(inputTokens, MAX_INT),
      outputTokens: Math.min(outputTokens, MAX_INT),
      cost: price ? (inputTokens * price.input + outputTokens * price.output) / MILLION : null,
    };
  });
}

function startOfToday(): number {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS;
}

function parseDay(argument: string, day: string): number {
  if (!isCalendarDay(day) || day.startsWith('0')) {
    throw badRequest(argument, `${argument} must be a day such as 2026-11-21`);
  }
  return Date.parse(day);
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
