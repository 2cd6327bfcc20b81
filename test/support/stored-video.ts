import type { Technique } from '../../src/ports/video-analyzer.ts';
import { newId } from '../../src/shared/ids.ts';
import { mp4 } from '../features/asset/sample-files.ts';
import type { TestService } from './service.ts';
import type { TestSite } from './site.ts';

interface VideoContent {
  title: string;
  /** What is said in each minute. */
  minutes: readonly string[];
  accessLevel?: string;
  url?: string;
  /** The uploaded file that it was read from. */
  assetId?: string;
  techniques?: readonly Technique[];
  /** Seconds at which the first minute begins. */
  from?: number;
}

export interface StoredVideo {
  id: string;
  jobId: string;
  url: string;
}

/** A video of the knowledge base as its processing leaves it, with a passage for every minute; searches find it. */
export async function addVideo(service: TestService, site: TestSite, content: VideoContent): Promise<StoredVideo> {
  const [id, jobId] = [newId(), newId()];
  const { title, minutes, accessLevel = 'public', techniques = [], from = 0 } = content;
  const { url = `https://videos.example/${id}.mp4`, assetId = null } = content;
  const chunks = minutes.map((text, position) => ({ id: newId(), position, text, start: from + position * 60 }));
  await service.app.database.forSite(site.id, 'background').write(async (tx) => {
    await tx.rows(
      `insert into video (id, site_id, url, asset_id, file_name, title, access_level, required_subscriptions,
         follows_folder, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, '{}', false, now(), now())`,
      [id, site.id, url, assetId, `${title}.mp4`, title, accessLevel],
    );
    await tx.rows(
      `insert into video_job (id, site_id, video_id, phase, stage, progress, segments, segments_done, attempts,
         analysis_config, revision, access_level, required_subscriptions, created_at, updated_at)
       values ($1, $2, $3, 'indexing', 'transcription', 85, 1, 1, 1, '{}', 1, $4, '{}', now(), now())`,
      [jobId, site.id, id, accessLevel],
    );
    await tx.rows(
      `insert into video_segment (video_job_id, position, site_id, start_time, end_time, frame_times, analysis)
       values ($1, 0, $2, $3, $4, '{}', $5)`,
      [jobId, site.id, from, from + minutes.length * 60, JSON.stringify({ description: null, texts: [], techniques })],
    );
    await tx.rows(
      `insert into knowledge_source (id, site_id, kind, title, file_name, content_type, access_level,
         required_subscriptions, text_access_level, text_required_subscriptions, status, chunks, revision, generation,
         created_at)
       values ($1, $2, 'video', $3, $4, 'video', $5, '{}', $5, '{}', 'completed', $6, 1, 1, now())`,
      [id, site.id, title, `${title}.mp4`, accessLevel, minutes.length],
    );
    for (const chunk of chunks) {
      await tx.rows(
        `insert into chunk (id, site_id, source_id, generation, position, section, text, start_time, end_time, embedder,
           digest, embedding)
         values ($1, $2, $3, 1, $4, '{}', $5, $6, $7, 'none', '', '')`,
        [chunk.id, site.id, id, chunk.position, chunk.text, chunk.start, chunk.start + 60],
      );
    }
  });
  const vectors = await service.app.ports.embedder.embedPassages(minutes);
  await service.app.ports.index.upsert(
    site.id,
    chunks.map((chunk, at) => ({
      id: chunk.id,
      sourceId: id,
      generation: 1,
      kind: 'video' as const,
      contentType: 'video',
      accessLevel,
      published: true,
      requiredSubscriptions: [],
      title,
      text: chunk.text,
      vector: vectors[at] ?? new Float32Array(),
    })),
  );
  return { id, jobId, url };
}

/** Uploads a file that looks like a video. */
export async function uploadVideo(site: TestSite, target: object = {}): Promise<{ id: string; url: string }> {
  const form = new FormData();
  const query = `mutation ($file: Upload!, $target: UploadTarget) { uploadAsset(file: $file, target: $target) { id url } }`;
  form.append('operations', JSON.stringify({ query, variables: { file: null, target } }));
  form.append('map', JSON.stringify({ 0: ['variables.file'] }));
  form.append('0', new Blob([new Uint8Array(mp4())], { type: 'video/mp4' }), `${newId()}.mp4`);
  const response = await fetch(`${site.service.url}/graphql`, {
    method: 'POST',
    headers: { 'x-svc-api-key': site.key, 'apollo-require-preflight': 'true' },
    body: form,
  });
  const { data } = (await response.json()) as { data: { uploadAsset: { id: string; url: string } } };
  return data.uploadAsset;
}
