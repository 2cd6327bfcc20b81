import { type CleanedWhere, type CustomAdapter, createAdapterFactory } from 'better-auth/adapters';
import type { BetterAuthOptions } from 'better-auth/types';
import { Values, columnName } from '../../../database/columns.ts';
import type { Database } from '../../../database/database.ts';
import { hashToken, isTokenHash } from '../session-token.ts';

type Row = Record<string, unknown>;
type Run = <T extends object>(sql: string, values: readonly unknown[]) => Promise<T[]>;

/** The tables of better-auth, on the service's own connections and role, in the scope of the installation. */
export function accountStore({ system }: Database) {
  const store = createStore(
    (sql, values) => system.rows(sql, values),
    (sql, values) => system.change(sql, values),
  );
  return (options: BetterAuthOptions) =>
    createAdapter(store, (work) =>
      system.write(async ({ rows }) => {
        const run: Run = (sql, values) => rows(sql, values);
        return work(createAdapter(createStore(run, run), false)(options));
      }),
    )(options);
}

type Transaction = NonNullable<Parameters<typeof createAdapterFactory>[0]['config']['transaction']>;

function createAdapter(store: CustomAdapter, transaction: Transaction) {
  return createAdapterFactory({
    config: { adapterId: 'lectern', supportsDates: false, supportsUUIDs: true, transaction },
    adapter: () => store,
  });
}

function createStore(read: Run, write: Run): CustomAdapter {
  const change = async (sql: string, values: StoredValues) =>
    (await write<Row>(sql, values.list)).map((row) => values.fromRow(row));
  return {
    async create({ model, data }) {
      const values = new StoredValues();
      const columns = Object.keys(data).map(columnName).join(', ');
      const list = Object.entries(data).map(([field, value]) => values.addField(field, value));
      const [made] = await change(`insert into ${model} (${columns}) values (${list.join(', ')}) returning *`, values);
      return made as never;
    },
    async findOne({ model, where }) {
      const { sql, values } = conditions(where);
      const [row] = await read<Row>(`select * from ${model} ${sql} limit 1`, values.list);
      return (row ? values.fromRow(row) : null) as never;
    },
    async findMany({ model, where, limit, offset, sortBy }) {
      const { sql, values } = conditions(where ?? []);
      const order = sortBy ? `order by ${columnName(sortBy.field)} ${sortBy.direction === 'asc' ? 'asc' : 'desc'}` : '';
      const page = `limit ${values.add(limit)} offset ${values.add(offset ?? 0)}`;
      const rows = await read<Row>(`select * from ${model} ${sql} ${order} ${page}`, values.list);
      return rows.map((row) => values.fromRow(row)) as never;
    },
    async count({ model, where }) {
      const { sql, values } = conditions(where ?? []);
      const [row] = await read<{ count: number }>(`select count(*)::int as count from ${model} ${sql}`, values.list);
      return row?.count ?? 0;
    },
    async update({ model, where, update }) {
      const { sql, values } = conditions(where);
      const set = assignments(update as Row, values);
      const [row] = await change(`update ${model} set ${set} ${sql} returning *`, values);
      return (row ?? null) as never;
    },
    async updateMany({ model, where, update }) {
      const { sql, values } = conditions(where);
      return (await change(`update ${model} set ${assignments(update, values)} ${sql} returning id`, values)).length;
    },
    async delete({ model, where }) {
      const { sql, values } = conditions(where);
      await change(`delete from ${model} ${sql}`, values);
    },
    async deleteMany({ model, where }) {
      const { sql, values } = conditions(where);
      return (await change(`delete from ${model} ${sql} returning id`, values)).length;
    },
    async consumeOne({ model, where }) {
      const { sql, values } = conditions(where);
      const one = `select id from ${model} ${sql} limit 1 for update skip locked`;
      const [row] = await change(`delete from ${model} where id in (${one}) returning *`, values);
      return (row ?? null) as never;
    },
  };
}

function assignments(update: Row, values: StoredValues): string {
  return Object.entries(update)
    .map(([field, value]) => `${columnName(field)} = ${values.addField(field, value)}`)
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
  const values = new StoredValues();
  const parts = where.map(({ field, operator, value, connector }, index) => {
    if (index > 0 && connector !== 'AND') throw new Error(`The account store has no connector ${connector}`);
    const column = columnName(field);
    if (value === null) return `${column} is ${operator === 'ne' ? 'not null' : 'null'}`;
    if (operator === 'in') return `${column}::text = any(${values.addField(field, value)}::text[])`;
    const symbol = OPERATORS.get(operator ?? 'eq');
    if (symbol === undefined) throw new Error(`The account store has no operator ${operator}`);
    return `${column} ${symbol} ${values.addField(field, value)}`;
  });
  return { sql: parts.length === 0 ? '' : `where ${parts.join(' and ')}`, values };
}

/** The parameters of a statement. Only hashes of session tokens are stored. */
class StoredValues extends Values {
  /** The token of each hash, for the rows that are returned. */
  private readonly tokens = new Map<string, string>();

  addField(field: string, value: unknown): string {
    return this.add(field === 'token' ? this.storedToken(value) : value);
  }

  fromRow(row: Row): Row {
    const entries = Object.entries(row).map(([column, value]) => [
      column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      column === 'token' ? (this.tokens.get(String(value)) ?? value) : value,
    ]);
    return Object.fromEntries(entries) as Row;
  }

  private storedToken(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((token) => this.storedToken(token));
    // What the list of sessions shows, so that one of them can be revoked. Cookies are signed, so no cookie holds one.
    if (typeof value !== 'string' || isTokenHash(value)) return value;
    const hash = hashToken(value);
    this.tokens.set(hash, value);
    return hash;
  }
}
