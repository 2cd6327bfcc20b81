import type { Scope } from '../../database/database.ts';
import { expression, table } from '../../database/table.ts';
import { AssetEntity } from '../../features/asset/asset.entity.ts';
import { FileEntity } from '../../features/file/file.entity.ts';
import { type AnalysisConfig, VideoEntity } from '../../features/video/video.entity.ts';
import { batchesById } from '../../database/batches.ts';
import type { LineVariant } from './lines.ts';

const PAGE = 500;
const LEVEL = ['accessLevel', 'requiredSubscriptions', 'followsFolder'] as const;
const assets = table(AssetEntity, 'a');
const files = table(FileEntity, 'f', { only: ['id', 'key', 'name', 'contentType', 'metadata', ...LEVEL] });
const FILES = files.select(`where f.site_id = $1 and f.id > $2 and exists (
  select from ${assets.name} where a.site_id = f.site_id and a.key = f.key and a.status = 'live')
  order by f.id limit ${PAGE}`);
const videos = table(VideoEntity, 'v', {
  only: ['id', 'url', 'assetId', 'fileName', 'title', ...LEVEL],
  add: {
    analysisConfig: expression<AnalysisConfig | null>(`(select j.analysis_config from video_job j
      where j.site_id = v.site_id and j.video_id = v.id order by j.created_at desc, j.id desc limit 1)`),
  },
});
const VIDEOS = videos.select(`where v.site_id = $1 and v.id > $2 order by v.id limit ${PAGE}`);

/** Files and videos of the knowledge base, which are processed again: what was read from them is left out. */
export async function* processedLines(
  scope: Scope,
  cdnUrl: string,
): AsyncGenerator<LineVariant<'processedFile'> | LineVariant<'video'>> {
  for await (const page of batchesById((after) => scope.rows(FILES, [scope.siteId, after]))) {
    for (const { id: _id, key, name, contentType, metadata, ...level } of page) {
      yield { kind: 'processedFile', url: `${cdnUrl}/${key}`, fileName: name, contentType, metadata, ...own(level) };
    }
  }
  for await (const page of batchesById((after) => scope.rows(VIDEOS, [scope.siteId, after]))) {
    for (const { id: _id, url: videoUrl, assetId, fileName, title, analysisConfig, ...level } of page) {
      const file = assetId === null ? {} : { videoId: assetId };
      yield { kind: 'video', videoUrl, ...file, fileName, title, analysisConfig, ...own(level) };
    }
  }
}

interface Level {
  accessLevel: string;
  requiredSubscriptions: string[];
  followsFolder: boolean;
}

/** The access level, unless it is that of the folder. */
function own({ accessLevel, requiredSubscriptions, followsFolder }: Level) {
  if (followsFolder) return {};
  return accessLevel === 'subscription' ? { accessLevel, requiredSubscriptions } : { accessLevel };
}
