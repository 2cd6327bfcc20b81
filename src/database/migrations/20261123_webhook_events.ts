import { Migration } from '@mikro-orm/migrations';

/** What changes with every write, or is computed later. */
const OF_WRITES = `'{updated_at,revision,blurhash}'::text[]`;

/** Events of forms, files, content types, the knowledge base and chats, queued as those of content items are. */
export class WebhookEvents extends Migration {
  override name = '20261123_webhook_events';

  override up(): void {
    this.queue(
      'form_submission',
      'insert',
      null,
      `
      perform queue_webhook(new.site_id, 'form.submitted', new.id,
        jsonb_build_object('id', new.id, 'formId', new.form_id));`,
    );

    // A file exists for callers while it is live.
    this.queue(
      'asset',
      'insert or update or delete',
      null,
      `
      was_live := tg_op <> 'INSERT' and old.status = 'live';
      is_live := tg_op <> 'DELETE' and new.status = 'live';
      if was_live and is_live and to_jsonb(new) - ${OF_WRITES} is not distinct from to_jsonb(old) - ${OF_WRITES} then
        return null;
      end if;
      if was_live or is_live then
        if is_live then file := new; else file := old; end if;
        perform queue_webhook(file.site_id,
          case when not was_live then 'asset.created' when is_live then 'asset.updated' else 'asset.deleted' end, file.id,
          jsonb_build_object('id', file.id, 'kind', file.kind, 'contentType', file.content_type, 'revision', file.revision));
      end if;`,
      'was_live boolean; is_live boolean; file asset;',
    );

    this.queue(
      'content_type',
      'insert or update or delete',
      null,
      `
      if tg_op = 'UPDATE' and to_jsonb(new) - ${OF_WRITES} is not distinct from to_jsonb(old) - ${OF_WRITES} then
        return null;
      end if;
      if tg_op = 'DELETE' then type := old; else type := new; end if;
      perform queue_webhook(type.site_id,
        case tg_op when 'INSERT' then 'content_type.created' when 'UPDATE' then 'content_type.updated'
          else 'content_type.deleted' end, type.id,
        jsonb_build_object('id', type.id, 'slug', type.slug, 'revision', type.revision));`,
      'type content_type;',
    );

    // A job that is run again marks a source as completed whose text is already searched.
    this.queue(
      'knowledge_source',
      'update',
      `(new.status = 'completed' and new.generation is distinct from old.generation)
        or (new.status = 'failed' and old.status <> 'failed')`,
      `
      perform queue_webhook(new.site_id,
        case new.status when 'completed' then 'knowledge.indexed' else 'knowledge.failed' end, new.id,
        jsonb_build_object('id', new.id, 'kind', new.kind)
          || case new.status when 'completed' then jsonb_build_object('chunks', new.chunks)
            else jsonb_build_object('error', new.error -> 'code') end);`,
    );

    this.queue(
      'chat_turn',
      'insert',
      'new.is_unanswered',
      `
      perform queue_webhook(new.site_id, 'chat.unanswered', new.id,
        jsonb_build_object('messageId', new.id));`,
    );
  }

  /** @param body statements, with the variables that `declared` has */
  private queue(table: string, event: string, condition: string | null, body: string, declared = ''): void {
    const name = `queue_${table}_webhooks`;
    this.addSql(`create function ${name}() returns trigger language plpgsql as $$
      declare ${declared} begin ${body}
        return null;
      end $$`);
    this.addSql(`create trigger ${name} after ${event} on ${table}
      for each row ${condition === null ? '' : `when (${condition})`} execute function ${name}()`);
  }
}
