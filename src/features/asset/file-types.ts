import type { AssetKind } from './asset.entity.ts';

/** A supported file type: its names, its declared types, and how its content is recognised. */
export interface FileType {
  kind: AssetKind;
  /** The extensions without the dot, the most common one first. */
  extensions: readonly string[];
  /** The first one is stored and served. */
  contentTypes: readonly [string, ...string[]];
  content: 'raster' | 'svg' | 'pdf' | 'docx' | 'doc' | 'text' | 'html' | 'media';
}

const MB = 1024 * 1024;

/** Maximum size of each kind in bytes. */
export const MAX_BYTES: Readonly<Record<AssetKind, number>> = { image: 10 * MB, document: 50 * MB, media: 500 * MB };

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const FILE_TYPES: readonly FileType[] = [
  raster(['jpg', 'jpeg'], ['image/jpeg', 'image/jpg']),
  raster(['png'], ['image/png']),
  raster(['gif'], ['image/gif']),
  raster(['webp'], ['image/webp']),
  { kind: 'image', extensions: ['svg'], contentTypes: ['image/svg+xml'], content: 'svg' },
  { kind: 'document', extensions: ['pdf'], contentTypes: ['application/pdf', 'application/x-pdf'], content: 'pdf' },
  { kind: 'document', extensions: ['docx'], contentTypes: [WORD], content: 'docx' },
  { kind: 'document', extensions: ['doc'], contentTypes: ['application/msword'], content: 'doc' },
  { kind: 'document', extensions: ['txt'], contentTypes: ['text/plain'], content: 'text' },
  {
    kind: 'document',
    extensions: ['md', 'markdown'],
    contentTypes: ['text/markdown', 'text/x-markdown', 'text/plain'],
    content: 'text',
  },
  { kind: 'document', extensions: ['html', 'htm'], contentTypes: ['text/html'], content: 'html' },
  { kind: 'media', extensions: ['mp4'], contentTypes: ['video/mp4'], content: 'media' },
  { kind: 'media', extensions: ['mp3'], contentTypes: ['audio/mpeg', 'audio/mp3'], content: 'media' },
  { kind: 'media', extensions: ['webm'], contentTypes: ['video/webm', 'audio/webm'], content: 'media' },
];

/** Types that forms send if they do not know the type; a part without a type counts as plain text. */
const UNKNOWN_TYPES = new Set(['', 'text/plain', 'application/octet-stream', 'binary/octet-stream']);

/** Returns the type of a file by its name, if it matches the declared type; otherwise undefined. */
export function findFileType(fileName: string, contentType: string): FileType | undefined {
  const type = FILE_TYPES.find(({ extensions }) => extensions.includes(fileExtension(fileName)));
  return type?.contentTypes.includes(mediaTypeEssence(contentType)) ? type : undefined;
}

/** Returns the type of a file of a form. If its sender does not know the type, only the name is used. */
export function fileTypeOfForm(fileName: string, contentType: string): FileType | undefined {
  const unknown = UNKNOWN_TYPES.has(mediaTypeEssence(contentType));
  const type = FILE_TYPES.find(({ extensions }) => extensions.includes(fileExtension(fileName)));
  return unknown ? type : findFileType(fileName, contentType);
}

/** The stored types that a MIME type selects; `image/*` selects those of all images. */
export function listStoredTypes(mimeType: string): string[] {
  const pattern = mimeType.trim().toLowerCase();
  const types = [...new Set(FILE_TYPES.map(({ contentTypes: [stored] }) => stored))];
  return types.filter((type) => (pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern));
}

/** Returns the extension in lower case, without the dot; empty if there is none. */
export function fileExtension(fileName: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** `Text/Plain; charset=utf-8` → `text/plain` */
export function mediaTypeEssence(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function raster(extensions: string[], contentTypes: [string, ...string[]]): FileType {
  return { kind: 'image', extensions, contentTypes, content: 'raster' };
}
