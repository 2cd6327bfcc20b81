import type { Egress } from '../../ports/egress.ts';
import { badRequest } from '../../shared/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { AssetRow } from '../asset/asset.rows.ts';
import type { AssetService } from '../asset/asset.service.ts';
import { type AddVideoInput, MAX_URL_LENGTH } from './video.inputs.ts';

/** The origin that a video is read from: an uploaded file of the site or, without one, the URL. */
export interface VideoOrigin {
  /** The normalised URL without a fragment. */
  url: string;
  asset: AssetRow | null;
}

/** @throws ServiceError 400 naming the field that addresses nothing */
export async function resolveOrigin(
  viewer: Viewer,
  { videoUrl, videoId }: Pick<AddVideoInput, 'videoUrl' | 'videoId'>,
  { assets, egress }: { assets: AssetService; egress: Pick<Egress, 'validateUrl'> },
): Promise<VideoOrigin> {
  const url = parse(videoUrl);
  const key = url && assets.keyInUrl(viewer, url);
  const urlAsset = key === null ? null : await assets.find(viewer, key);
  if (key !== null && !urlAsset) throw badRequest('videoUrl', 'videoUrl must be a URL of an existing file');
  const upload = videoId ? await assets.findById(viewer, videoId) : null;
  if (videoId && !upload) throw badRequest('videoId', 'videoId must be the id of an uploaded file');
  if (urlAsset && upload && urlAsset.id !== upload.id)
    throw badRequest('videoId', 'videoId must be the file at videoUrl');
  const asset = upload ?? urlAsset;
  if (asset && asset.kind !== 'media') {
    throw badRequest(upload ? 'videoId' : 'videoUrl', `${upload ? 'videoId' : 'videoUrl'} must be a video file`);
  }
  // The signature of a URL of a restricted file changes, and is not kept.
  return { url: urlAsset ? assets.unsignedUrl(urlAsset) : validUrl(url?.href ?? videoUrl, egress), asset };
}

function parse(text: string): URL | null {
  const url = URL.parse(text.trim());
  if (url) url.hash = '';
  return url;
}

function validUrl(url: string, egress: Pick<Egress, 'validateUrl'>): string {
  const violation = egress.validateUrl(url);
  if (violation !== undefined) throw badRequest('videoUrl', `videoUrl ${violation}`);
  if (url.length > MAX_URL_LENGTH)
    throw badRequest('videoUrl', `videoUrl must have at most ${MAX_URL_LENGTH} characters`);
  return url;
}
