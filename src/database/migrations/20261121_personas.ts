import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

export class Personas extends Migration {
  override name = '20261121_personas';

  override up(): void {
    this.addSql(`create table persona (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      name text not null,
      slug text not null,
      system_prompt text not null,
      description text,
      avatar text,
      is_default boolean not null,
      app_type text not null,
      capability_tier text not null,
      expertise text[] not null,
      voice jsonb not null,
      behavior jsonb not null,
      video_config jsonb,
      catalog_config jsonb,
      sdk_response_config jsonb not null,
      welcome_message text,
      suggested_questions text[] not null,
      status text not null check (status in ('draft', 'active', 'archived')),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint persona_slug unique (site_id, slug)
    )`);
    this.addSql('create unique index persona_default on persona (site_id) where is_default');
    lockToSite(this, 'persona');
  }
}
