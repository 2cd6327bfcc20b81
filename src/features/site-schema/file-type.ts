import { GraphQLFloat, GraphQLID, GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLString } from 'graphql';
import { GraphQLJSON } from '../../api/scalars.ts';
import { isId } from '../../shared/ids.ts';
import { isPlainObject } from '../../shared/plain-object.ts';
import type { Viewer } from '../../access/viewer.ts';
import { type FileUrls, findUploadedFile, findUploadedFileByUrl } from '../reference/file.loaders.ts';

export const FocalPoint = new GraphQLObjectType({
  name: 'FocalPoint',
  description: 'The most important point of an image, which a crop keeps.',
  fields: {
    x: { type: new GraphQLNonNull(GraphQLFloat), description: 'Share of the width, 0 to 1 from the left edge.' },
    y: { type: new GraphQLNonNull(GraphQLFloat), description: 'Share of the height, 0 to 1 from the top edge.' },
  },
});

export const File = new GraphQLObjectType({
  name: 'File',
  description:
    'A file in a field of type media or file: an uploaded file of the site, if the field has its id, or a URL. Of a URL that is no uploaded file of the site, or one that the viewer cannot read, only what was stored with it is known.',
  fields: {
    id: { type: GraphQLID, description: 'Id of the uploaded file; null for any other URL.' },
    url: {
      type: GraphQLString,
      description:
        'URL, or a path from `/`. That of a restricted file whose id the field has is signed for the viewer and expires after minutes.',
    },
    fileName: { type: GraphQLString, description: 'File name given at the upload.' },
    mimeType: { type: GraphQLString, description: 'MIME type.' },
    size: { type: GraphQLFloat, description: 'Size in bytes.' },
    width: { type: GraphQLInt, description: 'Width of a raster image in pixels.' },
    height: { type: GraphQLInt, description: 'Height of a raster image in pixels.' },
    alt: { type: GraphQLString, description: 'Text that replaces an image for those who cannot see it.' },
    caption: { type: GraphQLString, description: 'Text that is displayed with the file.' },
    focalPoint: { type: FocalPoint, description: 'Point of an image that a crop keeps; null: the centre.' },
    blurhash: { type: GraphQLString, description: 'Placeholder of a raster image in the BlurHash format.' },
    key: { type: GraphQLString, description: 'Object key, if it was stored with a URL.' },
    value: { type: GraphQLJSON, description: 'The value as it is stored.' },
  },
});

/** The value of a file field for this viewer. Null for a file that the viewer cannot read, or that was deleted. */
export function readFile(viewer: Viewer, value: unknown, urls: FileUrls): unknown {
  return typeof value === 'string' && isId(value) ? findFile(viewer, value, urls) : resolveFile(viewer, value, urls);
}

/** A URL stays as it is; what is known of a file of the site is added. */
async function resolveFile(viewer: Viewer, value: unknown, urls: FileUrls): Promise<unknown> {
  const stored = toStoredFile(value);
  if (!stored?.url) return stored;
  const file = await findUploadedFileByUrl(viewer, stored.url, urls);
  return file ? { ...file, ...stored, id: file._id, mimeType: file.mimeType, size: file.size } : stored;
}

async function findFile(viewer: Viewer, id: string, urls: FileUrls): Promise<unknown> {
  const file = await findUploadedFile(viewer, id, urls);
  return file && { ...file, id: file._id, value: id };
}

interface StoredFile {
  url: string | null;
  key?: string | null;
  mimeType?: string | null;
  size?: number | null;
  value: unknown;
}

/** A URL, or an object with one. */
export function toStoredFile(value: unknown): StoredFile | null {
  if (typeof value === 'string') return { url: value, value };
  if (!isPlainObject(value)) return null;
  const { url, key, mimeType, size } = value;
  return {
    url: textOrNull(url),
    key: textOrNull(key),
    mimeType: textOrNull(mimeType),
    size: numberOrNull(size),
    value,
  };
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
