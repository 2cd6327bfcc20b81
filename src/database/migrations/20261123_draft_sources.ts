import { Migration } from '@mikro-orm/migrations';
import { SEES_DRAFTS, SEES_UNPUBLISHED, mayBeSeen, relockToAccess } from './lock-to-access.ts';

/** Instances of the previous version, which do not index drafts of items, have been replaced by then. */
const INDEXED_AFTER = '10 minutes';

/**
 * The text of a draft is a source of its own in the knowledge base: `draft_of` is the draft's id, which is that of its item. It
 * ends with the draft. Only scopes that name the level `drafts` have it, so that lists of sources and earlier versions do not.
 */
export class DraftSources extends Migration {
  override name = '20261123_draft_sources';

  override up(): void {
    this.addSql(`alter table knowledge_source add column draft_of uuid references content_draft on delete cascade,
      drop constraint knowledge_source_kind_check,
      add constraint knowledge_source_kind_check check (kind in ('content', 'document', 'file', 'video', 'draft')),
      add constraint knowledge_source_draft_check check ((kind = 'draft') = (draft_of is not null) and not (published and draft_of is not null))`);
    this.addSql('create unique index knowledge_source_draft on knowledge_source (draft_of) where draft_of is not null');
    // With `offset 0` the conditions look at one draft and one item at a time. The planner may otherwise read all items before.
    const itemIsSeen = 'exists (select from content_item c where c.id = content_draft.id offset 0)';
    relockToAccess(this, 'content_draft', `(${SEES_UNPUBLISHED} and ${mayBeSeen('content_draft')} and ${itemIsSeen})`);
    // The policies of `content_draft` apply in the condition: the access levels of the draft and of its item.
    const draftIsSeen = `knowledge_source.draft_of is null
      or ${SEES_DRAFTS} and exists (select from content_draft d where d.id = knowledge_source.draft_of
        offset 0)`;
    relockToAccess(
      this,
      'knowledge_source',
      `(${mayBeSeen('knowledge_source')} and (knowledge_source.published or ${SEES_UNPUBLISHED}) and (${draftIsSeen}))`,
    );
    this.removeVectors();
    this.keepFromWebhooks();
    this.indexDrafts();
  }

  /** Whatever removes a draft: it may be the deletion of its item. A site that is being deleted has its index removed whole. */
  private removeVectors(): void {
    this.addSql(`create function remove_draft_vectors() returns trigger language plpgsql as $$
      begin
        insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
        select gen_random_uuid(), old.site_id, old.site_id, 'index-source', old.id::text, '{}', 'queued', 0, now(), now()
        where exists (select from site s where s.id = old.site_id)
        on conflict (kind, key) where status = 'queued' do nothing;
        return null;
      end $$`);
    this.addSql(`create trigger remove_draft_vectors after delete on knowledge_source
      for each row when (old.draft_of is not null) execute function remove_draft_vectors()`);
  }

  private keepFromWebhooks(): void {
    this.addSql('drop trigger queue_knowledge_source_webhooks on knowledge_source');
    this.addSql(`create trigger queue_knowledge_source_webhooks after update on knowledge_source
      for each row when (new.draft_of is null
        and ((new.status = 'completed' and new.generation is distinct from old.generation)
          or (new.status = 'failed' and old.status <> 'failed')))
      execute function queue_knowledge_source_webhooks()`);
  }

  private indexDrafts(): void {
    this.addSql(`with added as (
        insert into knowledge_source (id, site_id, kind, title, file_name, content_type, access_level,
          required_subscriptions, published, draft_of, status, chunks, revision, created_at)
        select gen_random_uuid(), c.site_id, 'draft', coalesce(d.changes ->> 'title', c.title),
          coalesce(d.changes ->> 'title', c.title), c.type, d.access_level, d.required_subscriptions, false, d.id,
          'queued', 0, 1, now()
        from content_draft d join content_item c on c.id = d.id join content_type t on t.id = c.content_type_id
        where c.status <> 'archived' and c.ai_indexed and (t.ai_config ->> 'indexed')::boolean
        returning id, site_id
      )
      insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
      select gen_random_uuid(), site_id, site_id, 'index-source', id::text, '{}', 'queued', 0,
        now() + interval '${INDEXED_AFTER}', now()
      from added`);
  }
}
