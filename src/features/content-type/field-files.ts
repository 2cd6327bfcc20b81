import mime from 'mime';
import { listChoices } from '../../shared/errors.ts';
import {
  type FieldTypeRule,
  type FieldValidation,
  type ValueViolation,
  toTrimmedText,
  violations,
} from './field-type.ts';
import { isUrlWithScheme } from './field-rules/text.ts';
import { isId } from '../../shared/ids.ts';
import { isPlainObject } from '../../shared/plain-object.ts';

/**
 * The id of an uploaded file, which the content service checks, or a file's URL, or an object with its `url` or object `key` and optional `mimeType` (or `type`, `contentType`), `size`
 * in bytes, and keys of the caller. A URL is absolute, or a path from `/`. Its type and size are checked against
 * `allowedTypes` and `maxSize` if they are known; the type also by the extension.
 */
export const media: FieldTypeRule = {
  kind: 'other',
  options: ['allowedTypes', 'maxSize'],
  check: checkFile,
  assetId: (value) => (isAssetId(value) ? value.toLowerCase() : null),
};

export const file: FieldTypeRule = media;

/** A MIME type without parameters, as in `allowedTypes`; the subtype may be `*`. */
export function isMimeType(value: string): boolean {
  return /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]{0,126})$/i.test(value);
}

/** Returns whether the value of a field is the id of an uploaded file; any other text is a URL. */
function isAssetId(value: unknown): value is string {
  return typeof value === 'string' && isId(value);
}

/** Violations of an uploaded file. */
export function checkUploaded(file: { contentType: string; size: number | null }, validation: FieldValidation) {
  const { contentType: mimeType, size } = file;
  return [...checkSize({ size }, validation), ...checkType({ mimeType }, validation)].map(({ wrong }) => wrong);
}

function checkFile(value: unknown, validation: FieldValidation): ValueViolation[] {
  if (isAssetId(value)) return [];
  if (typeof value === 'string') return checkFile({ url: value }, validation).map(({ wrong }) => ({ at: '', wrong }));
  if (!isPlainObject(value)) return violations('must be the id of a file, a URL or an object with a url');
  const problems = [...checkAddress(value), ...checkSize(value, validation)];
  return problems.length > 0 ? problems : checkType(value, validation);
}

function checkAddress({ url, key }: Record<string, unknown>): ValueViolation[] {
  if (url == null)
    return toTrimmedText(key) ? [] : violations('must be the id of a file, a URL or an object with a url');
  return isUrlWithScheme(url) || isPath(url)
    ? []
    : violations('must be a URL starting with http:// or https://, or a path starting with /', '.url');
}

/** `//host` would be a URL of another host, and so would `/\host` in a browser. */
function isPath(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 2048 && /^\/(?![/\\])\S*$/.test(value);
}

function checkSize({ size }: Record<string, unknown>, { maxSize = Infinity }: FieldValidation): ValueViolation[] {
  if (size == null) return [];
  if (typeof size !== 'number' || !(size >= 0)) return violations('must be a number of bytes', '.size');
  return size > maxSize ? violations(`must be at most ${maxSize} bytes`, '.size') : [];
}

function checkType(value: Record<string, unknown>, { allowedTypes }: FieldValidation): ValueViolation[] {
  const type = findMediaType(value);
  if (!allowedTypes || type === undefined || allowedTypes.some((allowedType) => covers(allowedType, type))) return [];
  return violations(`must be a file of type ${listChoices(allowedTypes)}`);
}

function findMediaType({ mimeType, type, contentType, url, key }: Record<string, unknown>): string | undefined {
  const declared = [mimeType, type, contentType].map(toTrimmedText).find((text) => text?.includes('/'));
  return (declared ?? typeByExtension(url) ?? typeByExtension(key))?.split(';', 1)[0]?.trim().toLowerCase();
}

function typeByExtension(address: unknown): string | undefined {
  const [, path = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i.exec(toTrimmedText(address) ?? '') ?? [];
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (name.includes('.') && mime.getType(name)) || undefined;
}

function covers(allowedType: string, type: string): boolean {
  const pattern = allowedType.toLowerCase();
  return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
