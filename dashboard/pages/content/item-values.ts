import type { AccessLevel, ContentStatus, EditorTypeFragment } from '../../.generated/graphql.ts';

export type EditorType = EditorTypeFragment;
export type Field = EditorType['fields'][number];

/** What the editor of an item changes. */
export interface ItemValues {
  title: string;
  slug: string;
  externalId: string;
  url: string;
  excerpt: string;
  content: string;
  author: string;
  featuredImage: string;
  language: string;
  status: ContentStatus;
  accessLevel: AccessLevel;
  requiredSubscriptions: readonly string[];
  categories: readonly string[];
  tags: readonly string[];
  aiIndexed: boolean;
  customFields: Readonly<Record<string, unknown>>;
}

type Stored = { [Key in keyof ItemValues]: ItemValues[Key] | null };

const TEXTS = [
  'title',
  'slug',
  'externalId',
  'url',
  'excerpt',
  'content',
  'author',
  'featuredImage',
  'language',
] as const;
const OTHERS = ['status', 'accessLevel', 'requiredSubscriptions', 'categories', 'tags', 'aiIndexed'] as const;

/** Of an item as it is stored; absent texts are empty. */
export function valuesOf(stored: Stored): ItemValues {
  return {
    title: stored.title ?? '',
    slug: stored.slug ?? '',
    externalId: stored.externalId ?? '',
    url: stored.url ?? '',
    excerpt: stored.excerpt ?? '',
    content: stored.content ?? '',
    author: stored.author ?? '',
    featuredImage: stored.featuredImage ?? '',
    language: stored.language ?? 'en',
    status: stored.status ?? 'draft',
    accessLevel: stored.accessLevel ?? 'public',
    requiredSubscriptions: stored.requiredSubscriptions ?? [],
    categories: stored.categories ?? [],
    tags: stored.tags ?? [],
    aiIndexed: stored.aiIndexed ?? true,
    customFields: stored.customFields ?? {},
  };
}

export function emptyValues({ accessLevel, fields }: EditorType): ItemValues {
  const defaults = fields.flatMap(({ name, defaultValue }) => (defaultValue == null ? [] : [[name, defaultValue]]));
  const customFields = Object.fromEntries(defaults) as Record<string, unknown>;
  const absent = Object.fromEntries([...TEXTS, ...OTHERS].map((key) => [key, null])) as unknown as Stored;
  return valuesOf({ ...absent, accessLevel, customFields });
}

export interface Changes extends Partial<Record<(typeof TEXTS)[number], string | null>> {
  status?: ContentStatus;
  accessLevel?: AccessLevel;
  requiredSubscriptions?: string[] | null;
  categories?: string[];
  tags?: string[];
  aiIndexed?: boolean;
  customFields?: Record<string, unknown>;
}

/** Only what differs, so that what others have changed in other fields stays. */
export function changesOf(before: ItemValues, after: ItemValues): Changes {
  const texts = TEXTS.filter((key) => before[key] !== after[key]).map((key) => [key, after[key] || null]);
  const others = OTHERS.filter((key) => !isEqual(before[key], after[key])).map((key) => [key, after[key]]);
  const changes: Changes = Object.fromEntries([...texts, ...others]);
  if (changes.accessLevel && changes.accessLevel !== 'subscription') changes.requiredSubscriptions = null;
  const names = changedFields(before.customFields, after.customFields);
  if (names.length === 0) return changes;
  return {
    ...changes,
    customFields: Object.fromEntries(names.map((name) => [name, after.customFields[name] ?? null])),
  };
}

/** With what a draft cannot have other than its item. */
export function withPlaceOf(values: ItemValues, { slug, externalId, language, status }: ItemValues): ItemValues {
  return { ...values, slug, externalId, language, status };
}

function changedFields(before: ItemValues['customFields'], after: ItemValues['customFields']): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isEqual(before[name] ?? null, after[name] ?? null));
}

function isEqual(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
