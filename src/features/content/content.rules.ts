import { Checks, DESCRIPTION_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import type { CreateContentInput, UpdateContentInput } from './content.inputs.ts';

/** Longest address, in characters: what browsers still open. */
const URL_LENGTH = 2_048;
/** Longest body, in characters; a request is bounded in bytes besides. */
const CONTENT_LENGTH = 5_000_000;
const METADATA_BYTES = 64 * 1024;
const MOST_SORT_ORDER = 999_999_999;
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

export function checkCreate(input: CreateContentInput): Checks {
  const checks = new Checks();
  checks.required('externalId', input.externalId);
  checks.required('type', input.type);
  checks.required('title', input.title);
  checkFields(checks, input);
  return checks;
}

export function checkUpdate(input: UpdateContentInput): Checks {
  const checks = new Checks();
  checks.notEmptied('externalId', input.externalId);
  checks.notEmptied('title', input.title);
  checkFields(checks, input);
  return checks;
}

/** Subscriptions without which nobody could see the item are a mistake of the writer. */
export function checkRequiredSubscriptions(checks: Checks, accessLevel: string, required: readonly string[]): void {
  if (accessLevel === 'subscription' && required.length === 0) checks.fault('requiredSubscriptions', 'is required');
}

function checkFields(checks: Checks, input: UpdateContentInput): void {
  checks.length('externalId', input.externalId, NAME_LENGTH);
  checks.length('title', input.title, NAME_LENGTH);
  checks.length('content', input.content, CONTENT_LENGTH);
  checks.length('excerpt', input.excerpt, DESCRIPTION_LENGTH);
  checks.slug('slug', input.slug);
  checks.length('url', input.url, URL_LENGTH);
  checks.length('author', input.author, NAME_LENGTH);
  checks.length('featuredImage', input.featuredImage, URL_LENGTH);
  if (typeof input.language === 'string' && !LANGUAGE.test(input.language))
    checks.fault('language', 'must be an ISO language code');
  checks.texts('categories', input.categories);
  checks.texts('tags', input.tags);
  checks.texts('requiredSubscriptions', input.requiredSubscriptions);
  checks.json('metadata', input.metadata, METADATA_BYTES);
  checks.json('videoMetadata', input.videoMetadata, METADATA_BYTES);
  checks.json('documentMetadata', input.documentMetadata, METADATA_BYTES);
  checks.json('courseMetadata', input.courseMetadata, METADATA_BYTES);
  checks.whole('sortOrder', input.sortOrder, -MOST_SORT_ORDER, MOST_SORT_ORDER);
  checkNotNegative(checks, 'videoMetadata.duration', input.videoMetadata?.duration);
  checkNotNegative(checks, 'documentMetadata.pageCount', input.documentMetadata?.pageCount);
  checkNotNegative(checks, 'documentMetadata.fileSize', input.documentMetadata?.fileSize);
  checkNotNegative(checks, 'courseMetadata.lessons', input.courseMetadata?.lessons);
  checkNotNegative(checks, 'courseMetadata.totalDuration', input.courseMetadata?.totalDuration);
}

function checkNotNegative(checks: Checks, field: string, value: number | null | undefined): void {
  if (typeof value === 'number' && value < 0) checks.fault(field, 'must be at least 0');
}
