import type { SiteApi } from './api.ts';
import type { ImportCounts } from './import-content.ts';
import { idsOfItems } from './item-ids.ts';
import { LineError, type LineOf } from './lines.ts';

/** Saves the draft of an item that has none; one that exists is kept, or changed. */
export async function importDraft(
  { kind: _kind, externalId, ...values }: LineOf<'draft'>,
  { api, counts, update }: { api: SiteApi; counts: ImportCounts; update: boolean },
): Promise<void> {
  const id = (await idsOfItems(api, [externalId])).get(externalId);
  const headers = update ? {} : { 'if-match': '"0"' };
  const { status, body } = await api.call('PUT', `/content/${String(id)}/draft`, values, headers);
  if (status === 412) return void (counts.existing += 1);
  if (status !== 200) throw new LineError(body.error);
  if (update) counts.changed += 1;
  else counts.created += 1;
}
