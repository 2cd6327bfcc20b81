import { Checks, DESCRIPTION_LENGTH, LABEL_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import { MADE_SLUG_LENGTH } from '../../shared/slug.ts';
import type { UpdateAssetFolderInput } from './folder.types.ts';

/** Paths stay short enough to be part of an object key. */
export const MOST_DEPTH = 7;
export const MOST_FOLDERS = 5_000;
const URL_LENGTH = 2_000;
const METADATA_BYTES = 64 * 1024;
const MOST_ORDER = 1_000_000;

export function checkFolder(input: UpdateAssetFolderInput): Checks {
  const checks = new Checks();
  checks.length('name', input.name, NAME_LENGTH);
  checks.slug('slug', input.slug);
  checks.length('slug', input.slug, MADE_SLUG_LENGTH);
  checks.length('description', input.description, DESCRIPTION_LENGTH);
  checks.length('coverImage', input.coverImage, URL_LENGTH);
  checks.length('color', input.color, LABEL_LENGTH);
  checks.length('icon', input.icon, LABEL_LENGTH);
  checks.whole('order', input.order, -MOST_ORDER, MOST_ORDER);
  checks.json('metadata', input.metadata, METADATA_BYTES);
  return checks;
}
