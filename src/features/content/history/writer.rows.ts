import { table } from '../../../database/table.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { ApiKeyEntity } from '../../site/site.entity.ts';
import type { Writer } from './content-version.types.ts';

const keys = table(ApiKeyEntity, 'k', { only: ['id', 'name'] });

/** @param actor null: unknown */
export async function loadWriter(viewer: Viewer, actor: string | null): Promise<Writer | null> {
  return actor === null ? null : viewer.loader(writerByActor).load(actor);
}

/** The page with the writers in the place of their actors. One statement for all. */
export async function withWriters<K extends string, T extends Record<K, string | null>, P extends { items: T[] }>(
  viewer: Viewer,
  name: K,
  page: P & { items: T[] },
): Promise<Omit<P, 'items'> & { items: (Omit<T, K> & Record<K, Writer | null>)[] }> {
  const items = page.items.map(async (row) => {
    const writer = { [name]: await loadWriter(viewer, row[name]) } as Record<K, Writer | null>;
    return { ...row, ...writer };
  });
  return { ...page, items: await Promise.all(items) };
}

/** Writers as `Viewer.actor` names them. */
async function writerByActor(viewer: Viewer, actors: readonly string[]): Promise<Writer[]> {
  const writers = actors.map(toWriter);
  const ids = writers.flatMap(({ kind, id }) => (kind === 'key' ? [id] : []));
  const rows = ids.length === 0 ? [] : await viewer.scope.rows(keys.byIds, [viewer.scope.siteId, ids]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return writers.map((writer) => ({ ...writer, name: writer.name ?? names.get(writer.id) ?? null }));
}

function toWriter(actor: string): Writer {
  const [, kind, id = '', name] = /^(key|member):(\S+)(?: (.*))?$/su.exec(actor) ?? [];
  return { kind: kind === 'member' ? 'member' : 'key', id, name: name ?? null };
}
