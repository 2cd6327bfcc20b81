import { Migration } from '@mikro-orm/migrations';
import { contextMayBeSeen } from './20261122_answer_access.ts';
import { SEES_UNPUBLISHED, mayBeSeen, relockToAccess } from './lock-to-access.ts';

/** Instances of the previous version, which do not index drafts, have been replaced by then. */
const INDEXED_AFTER = '10 minutes';

/**
 * Unpublished content exists only for scopes that say so: `unpublished` is one of their levels. Drafts are in the
 * knowledge base, marked as not published.
 */
export class Preview extends Migration {
  override name = '20261122_preview';

  override up(): void {
    // What these keys could read so far.
    this.addSql(`update api_key set scopes = scopes || '{preview}'
      where 'read' = any (scopes) and not 'preview' = any (scopes)`);
    this.addSql(`alter table knowledge_source add column published boolean not null default true,
      add column text_published boolean not null default true`);
    this.addSql('alter table chat_turn_source add column published boolean not null default true');
    this.relock();
    this.indexDrafts();
  }

  private relock(): void {
    for (const table of ['content_item', 'content_count']) {
      relockToAccess(this, table, `(${mayBeSeen(table)} and ${isPublished(`${table}.status = 'published'`)})`);
    }
    relockToAccess(
      this,
      'knowledge_source',
      `(${mayBeSeen('knowledge_source')} and ${isPublished('knowledge_source.published')})`,
    );
    // Through the source's own lock, and what it was when the text was written.
    relockToAccess(
      this,
      'chunk',
      `exists (select from knowledge_source s where s.id = chunk.source_id and ${textMayBeSeen('s')})`,
    );
    for (const table of ['chat_answer', 'chat_summary']) {
      relockToAccess(this, table, contextMayBeSeen(table, IS_HIDDEN));
    }
  }

  private indexDrafts(): void {
    this.addSql(`with added as (
        insert into knowledge_source (id, site_id, kind, title, file_name, content_type, access_level,
          required_subscriptions, published, status, chunks, revision, created_at)
        select c.id, c.site_id, 'content', c.title, c.title, c.type, c.access_level, c.required_subscriptions, false,
          'queued', 0, 1, now()
        from content_item c join content_type t on t.id = c.content_type_id
        where c.status = 'draft' and c.ai_indexed and (t.ai_config ->> 'indexed')::boolean
        on conflict (id) do nothing
        returning id, site_id
      )
      insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
      select gen_random_uuid(), site_id, site_id, 'index-source', id::text, '{}', 'queued', 0,
        now() + interval '${INDEXED_AFTER}', now()
      from added on conflict (kind, key) where status = 'queued' do nothing`);
  }
}

function isPublished(condition: string): string {
  return `(${condition} or ${SEES_UNPUBLISHED})`;
}

function textMayBeSeen(source: string): string {
  return `${mayBeSeen(source, 'text_')} and ${isPublished(`${source}.text_published`)}`;
}

/**
 * Also of a source that is not published now, or was not when the turn was given its text: only turns that were made with
 * drafts are read with them.
 */
const IS_HIDDEN = `x.given and not (${mayBeSeen('x')} and ${isPublished('x.published')}
  -- Through the source's own lock.
  and exists (select from knowledge_source s
    where s.id = x.source_id and s.generation is not null and ${textMayBeSeen('s')}
      and (s.published and s.text_published or not x.published)))`;
