import type { EntitySchema } from '@mikro-orm/core';
import type { ScopeTransaction } from '../../database/database.ts';
import { storedProperties } from '../../database/stored-values.ts';
import { type Table, table } from '../../database/table.ts';
import type { AccessLevel } from '../../access/access-level.ts';

/** The subject is processed: a row of the table `file` or `video`, whose jobs are in `file_job` or `video_job`. */
export type Subject = 'file' | 'video';

interface Upload {
  id: string;
  key: string;
}

interface SubjectTable<Row extends object> {
  entity: EntitySchema;
  /** Its rows as `o`. */
  rows: Table<Row>;
  /** Columns: a row with the same values is replaced. */
  unique: string;
  /** The column with the upload it is read from, the column's value, and the condition for uploads with the keys $2. */
  upload: { column: string; valueOf: (upload: Upload) => string; hasKeys: string };
}

export type SubjectRows<Row extends object> = ReturnType<typeof subjectRows<Row>>;

/** Columns that are not given by the row. */
const INTERNAL_COLUMNS: readonly string[] = ['site_id', 'created_at', 'updated_at'];

/** The statements of files or of videos. Their jobs have the same access level. */
export function subjectRows<Row extends object>(subject: Subject, { entity, rows, unique, upload }: SubjectTable<Row>) {
  const columns = storedProperties<Row>(entity).filter(({ column }) => !INTERNAL_COLUMNS.includes(column));
  const names = columns.map(({ column }) => column);
  const ids = table<{ id: string }>(entity, 'o', { only: ['id'] });
  const lockById = rows.select('where o.id = $1 for update');
  const saving = rows.statement(
    (columns) => `with saved as (insert into ${subject} as o (${[...INTERNAL_COLUMNS, ...names].join(', ')})
        values ($1, now(), now(), ${names.map((_, index) => `$${index + 2}`).join(', ')})
        on conflict (${unique}) do update set updated_at = now(),
          ${names.flatMap((name) => (name === 'id' ? [] : `${name} = excluded.${name}`)).join(', ')}
        returning *),
      jobs as (update ${subject}_job j set access_level = saved.access_level,
        required_subscriptions = saved.required_subscriptions from saved where j.${subject}_id = saved.id)
      select ${columns} from saved o`,
  );
  const changing = ids.statement(
    (columns) => `with changed as (update ${subject} o set access_level = $3, required_subscriptions = '{}',
        updated_at = now()
        where o.site_id = $1 and ${upload.hasKeys} and o.follows_folder and o.access_level <> $3 returning o.id),
      jobs as (update ${subject}_job j set access_level = $3, required_subscriptions = '{}'
        from changed where j.${subject}_id = changed.id)
      select ${columns} from changed o`,
  );
  const deletion = (column: string) =>
    ids.statement(
      (columns) => `delete from ${subject} o where o.site_id = $1 and o.${column} = $2 returning ${columns}`,
    );
  const [deletingById, deletingByUpload] = [deletion('id'), deletion(upload.column)];
  return {
    /** Locks the row against other writes until the transaction ends. */
    lock: (tx: ScopeTransaction, id: string): Promise<Row | null> => tx.row(lockById, [id]),
    /** Writes it over the one that has the same unique columns, whose id stays. Locked against other writes from here on. */
    async save(tx: ScopeTransaction, row: Row): Promise<Row> {
      const values = columns.map(({ property, toParameter }) => toParameter(row[property]));
      const saved = await tx.row(saving, [tx.siteId, ...values]);
      if (!saved) throw new Error(`A ${subject} that was written is not there`);
      return saved;
    },
    /** Sets the level of those of uploads that follow their folder and have another level. Returns their ids. */
    async changeLevel(tx: ScopeTransaction, keys: readonly string[], level: AccessLevel): Promise<string[]> {
      return (await tx.rows(changing, [tx.siteId, keys, level])).map(({ id }) => id);
    },
    /** False: there was none. */
    async delete(tx: ScopeTransaction, id: string): Promise<boolean> {
      return (await tx.row(deletingById, [tx.siteId, id])) !== null;
    },
    /** Deletes that of an upload. Returns its id; null: there was none. */
    async deleteByUpload(tx: ScopeTransaction, uploadRow: Upload): Promise<string | null> {
      return (await tx.row(deletingByUpload, [tx.siteId, upload.valueOf(uploadRow)]))?.id ?? null;
    },
  };
}
