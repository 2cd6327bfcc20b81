import { Migration } from '@mikro-orm/migrations';
import { lockToAccess } from './lock-to-access.ts';
import { lockToSite } from './lock-to-site.ts';

/** Videos in the knowledge base, their processing jobs, and what each job has found out about each segment. */
export class Videos extends Migration {
  override name = '20261122_videos';

  override up(): void {
    this.addSql(`create table video (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      url text not null,
      asset_id uuid,
      file_name text not null,
      title text not null,
      duration double precision,
      language text,
      access_level text not null check (access_level in ('public', 'authenticated', 'premium', 'subscription')),
      required_subscriptions text[] not null,
      follows_folder boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint video_url unique (site_id, url),
      constraint video_asset unique (site_id, asset_id)
    )`);
    this.addSql(`create table video_job (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      video_id uuid not null references video on delete cascade,
      phase text not null check (phase in ('processing', 'indexing', 'failed', 'cancelled')),
      stage text not null check (stage in ('upload', 'segmentation', 'analysis', 'transcription')),
      progress double precision not null,
      segments integer,
      segments_done integer not null,
      attempts integer not null,
      analysis_config jsonb not null,
      revision integer,
      result jsonb,
      error jsonb,
      access_level text not null,
      required_subscriptions text[] not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`);
    this.addSql('create index on video_job (site_id, created_at desc, id desc)');
    this.addSql('create index on video_job (video_id, created_at desc)');
    this.addSql(`create unique index video_job_processing_once on video_job (video_id) where phase = 'processing'`);
    this.addSql(`create table video_segment (
      video_job_id uuid not null references video_job on delete cascade,
      position integer not null,
      site_id uuid not null references site on delete cascade,
      start_time double precision not null,
      end_time double precision not null,
      frame_times double precision[] not null,
      analysis jsonb,
      transcript jsonb,
      primary key (video_job_id, position)
    )`);
    this.addSql('create index on video_segment (site_id)');
    for (const table of ['video', 'video_job', 'video_segment']) lockToSite(this, table);
    lockToAccess(this, 'video');
    lockToAccess(this, 'video_job');
    lockToAccess(this, 'video_segment', 'exists (select from video_job j where j.id = video_segment.video_job_id)');
    this.addSql('alter table knowledge_source add column embedded real not null default 0');
  }
}
