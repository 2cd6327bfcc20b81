import { table } from '../../../database/table.ts';
import type { Viewer } from '../../access/viewer.ts';
import { ApiKeyEntity } from '../../site/site.entity.ts';
import type { Writer } from './content-version.types.ts';

const keys = table(ApiKeyEntity, 'k', { only: ['id', 'name'] });
const { c } = keys;
const KEYS_BY_IDS = keys.select(`where ${c.siteId} = $1 and ${c.id} = any($2::uuid[])`);

type Written = { writtenBy: string | null };

export async function writerOf(viewer: Viewer, { writtenBy }: Written): Promise<Writer | null> {
  return writtenBy === null ? null : viewer.loader(writerByActor).load(writtenBy);
}

/** One statement for all. */
export async function withWriters<T extends Written>(
  viewer: Viewer,
  rows: readonly T[],
): Promise<(Omit<T, 'writtenBy'> & { writtenBy: Writer | null })[]> {
  return Promise.all(rows.map(async (row) => ({ ...row, writtenBy: await writerOf(viewer, row) })));
}

/** Writers as `Viewer.actor` names them. */
async function writerByActor(viewer: Viewer, actors: readonly string[]): Promise<Writer[]> {
  const writers = actors.map(toWriter);
  const ids = writers.flatMap(({ kind, id }) => (kind === 'key' ? [id] : []));
  const found = ids.length === 0 ? [] : await viewer.scope.rows(KEYS_BY_IDS, [viewer.scope.siteId, ids]);
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return writers.map((writer) => ({ ...writer, name: writer.name ?? names.get(writer.id) ?? null }));
}

function toWriter(actor: string): Writer {
  const [, kind, id = '', name] = /^(key|member):(\S+)(?: (.*))?$/su.exec(actor) ?? [];
  return { kind: kind === 'member' ? 'member' : 'key', id, name: name ?? null };
}
