import { accessLevel } from './sql/access-level.ts';
import { allowsRow } from './sql/row-security.ts';
import type { TableSchema } from './sql/table-schema.ts';

/** Videos in the knowledge base. */
export const videoTables: readonly TableSchema[] = [
  {
    name: 'video',
    purpose: 'Videos in the knowledge base.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      url text not null,
      asset_id uuid,
      file_name text not null,
      title text not null,
      duration double precision,
      language text,
      access_level text not null ${accessLevel('access_level')},
      required_subscriptions text[] not null,
      follows_folder boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint video_url unique (site_id, url),
      constraint video_asset unique (site_id, asset_id)`,
    access: allowsRow('video'),
    activity: { resource: 'video', title: 'r.title', ignored: ['duration', 'follows_folder'] },
  },
  {
    name: 'video_job',
    purpose: 'Processing jobs of videos.',
    columns: `
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
      updated_at timestamptz not null`,
    indexes: [
      'create index on video_job (site_id, created_at desc, id desc)',
      'create index on video_job (video_id, created_at desc)',
      `create unique index video_job_processing_once on video_job (video_id) where phase = 'processing'`,
    ],
    access: allowsRow('video_job'),
  },
  {
    name: 'video_segment',
    purpose: 'What a job has found out about each segment of its video.',
    columns: `
      video_job_id uuid not null references video_job on delete cascade,
      position integer not null,
      site_id uuid not null references site on delete cascade,
      start_time double precision not null,
      end_time double precision not null,
      frame_times double precision[] not null,
      analysis jsonb,
      transcript jsonb,
      primary key (video_job_id, position)`,
    indexes: [
      'create index on video_segment (site_id)',
    ],
    access: 'exists (select from video_job j where j.id = video_segment.video_job_id)',
  },
];
