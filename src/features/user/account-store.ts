import { type CleanedWhere, type CustomAdapter, createAdapterFactory } from 'better-auth/adapters';
import type { BetterAuthOptions } from 'better-auth/types';
import { Values, columnName } from '../../database/columns.ts';
import type { Database, Rows } from '../../database/database.ts';
import { hashToken, isTokenHash } from './session-token.ts';

type Row = Record<string, unknown>;
type Run = <T extends object>(sql: string, values: readonly unknown[]) => Promise<T[]>;

/** better-auth's tables, on the service's own connections and role, in the scope of the installation. */
export function accountStore(database: Database) {
  const read: Run = (sql, values) => database.system.rows(sql, values);
  const write: Run = (sql, values) => database.system.change(sql, values);
  return (options: BetterAuthOptions) =>
    createAdapterFactory({
      config: {
        adapterId: 'lectern',
        supportsDates: false,
        supportsUUIDs: true,
        transaction: (work) => database.system.write(async ({ rows }) => work(within(rows, options))),
      },
      adapter: () => storeOn(read, write),
    })(options);
}

function within(rows: Rows['rows'], options: BetterAuthOptions) {
  const run: Run = (sql, values) => rows(sql, values);
  return createAdapterFactory({
    config: { adapterId: 'lectern', supportsDates: false, supportsUUIDs: true, transaction: false },
    adapter: () => storeOn(run, run),
  })(options);
}

function storeOn(read: Run, write: Run): CustomAdapter {
  const change = async (sql: string, values: Values, plain: ReadonlyMap<string, string>) =>
    (await write<Row>(sql, values.list)).map((row) => fromRow(row, plain));
  return {
    async create({ model, data }) {
      const { row, plain } = toRow(data);
      const values = new Values();
      const columns = Object.keys(row).map(columnName).join(', ');
      const list = Object.values(row).map((value) => values.add(value));
      const [made] = await change(
        `insert into ${model} (${columns}) values (${list.join(', ')}) returning *`,
        values,
        plain,
      );
      return made as never;
    },
    async findOne({ model, where }) {
      const { sql, values, plain } = conditions(where);
      const [row] = await read<Row>(`select * from ${model} ${sql} limit 1`, values.list);
      return (row ? fromRow(row, plain) : null) as never;
    },
    async findMany({ model, where, limit, offset, sortBy }) {
      const { sql, values, plain } = conditions(where ?? []);
      const order = sortBy ? `order by ${columnName(sortBy.field)} ${sortBy.direction === 'asc' ? 'asc' : 'desc'}` : '';
      const page = `limit ${values.add(limit)} offset ${values.add(offset ?? 0)}`;
      const rows = await read<Row>(`select * from ${model} ${sql} ${order} ${page}`, values.list);
      return rows.map((row) => fromRow(row, plain)) as never;
    },
    async count({ model, where }) {
      const { sql, values } = conditions(where ?? []);
      const [row] = await read<{ count: number }>(`select count(*)::int as count from ${model} ${sql}`, values.list);
      return row?.count ?? 0;
    },
    async update({ model, where, update }) {
      const { sql, values, plain } = conditions(where);
      const [row] = await change(
        `update ${model} set ${assignments(update as Row, values)} ${sql} returning *`,
        values,
        plain,
      );
      return (row ?? null) as never;
    },
    async updateMany({ model, where, update }) {
      const { sql, values, plain } = conditions(where);
      return (await change(`update ${model} set ${assignments(update, values)} ${sql} returning id`, values, plain))
        .length;
    },
    async delete({ model, where }) {
      const { sql, values, plain } = conditions(where);
      await change(`delete from ${model} ${sql}`, values, plain);
    },
    async deleteMany({ model, where }) {
      const { sql, values, plain } = conditions(where);
      return (await change(`delete from ${model} ${sql} returning id`, values, plain)).length;
    },
    async consumeOne({ model, where }) {
      const { sql, values, plain } = conditions(where);
      const one = `select id from ${model} ${sql} limit 1 for update skip locked`;
      const [row] = await change(`delete from ${model} where id in (${one}) returning *`, values, plain);
      return (row ?? null) as never;
    },
  };
}

function assignments(update: Row, values: Values): string {
  const { row } = toRow(update);
  return Object.entries(row)
    .map(([field, value]) => `${columnName(field)} = ${values.add(value)}`)
    .join(', ');
}

const OPERATORS = new Map([
  ['eq', '='],
  ['ne', '<>'],
  ['lt', '<'],
  ['lte', '<='],
  ['gt', '>'],
  ['gte', '>='],
]);

/** @throws for operators that better-auth does not use here */
function conditions(where: readonly CleanedWhere[]) {
  const values = new Values();
  const plain = new Map<string, string>();
  const parts = where.map(({ field, operator, value, connector }, index) => {
    if (index > 0 && connector !== 'AND') throw new Error(`The account store has no connector ${connector}`);
    const column = columnName(field);
    if (value === null) return `${column} is ${operator === 'ne' ? 'not null' : 'null'}`;
    const stored = field === 'token' ? storedToken(value, plain) : value;
    if (operator === 'in') return `${column}::text = any(${values.add(stored)}::text[])`;
    const symbol = OPERATORS.get(operator ?? 'eq');
    if (symbol === undefined) throw new Error(`The account store has no operator ${operator}`);
    return `${column} ${symbol} ${values.add(stored)}`;
  });
  return { sql: parts.length === 0 ? '' : `where ${parts.join(' and ')}`, values, plain };
}

/** Only hashes of session tokens are stored. @param plain gets the token of each hash, for the rows that are returned */
function storedToken(value: unknown, plain: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((token) => storedToken(token, plain));
  // What the list of sessions shows, so that one of them can be revoked. Cookies are signed, so no cookie holds one.
  if (typeof value !== 'string' || isTokenHash(value)) return value;
  const hash = hashToken(value);
  plain.set(hash, value);
  return hash;
}

function toRow(data: Row): { row: Row; plain: ReadonlyMap<string, string> } {
  const plain = new Map<string, string>();
  const row = 'token' in data ? { ...data, token: storedToken(data['token'], plain) } : data;
  return { row, plain };
}

function fromRow(row: Row, plain: ReadonlyMap<string, string>): Row {
  const named = Object.entries(row).map(([column, value]) => [
    column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    column === 'token' ? (plain.get(String(value)) ?? value) : value,
  ]);
  return Object.fromEntries(named) as Row;
}
