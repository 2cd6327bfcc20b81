import { fold } from '../../text/folding.ts';
import type { ContentItemEntityRow, JsonObject } from './content.entity.ts';
import type { CreateContentInput, UpdateContentInput } from './content.inputs.ts';

/** What a property has that may not be without a value and that neither rule nor type decides. */
const STANDARD = { language: 'en', categories: [], tags: [], requiredSubscriptions: [], aiIndexed: true, sortOrder: 0 };

const CLEARED_TO_NULL = ['content', 'excerpt', 'url', 'author', 'featuredImage', 'metadata', 'collectionId'] as const;
const OBJECTS = ['videoMetadata', 'documentMetadata', 'courseMetadata'] as const;

/** The properties that an item is made of as the caller gave them, with the standard where he gave none. */
export function createdValues(input: CreateContentInput) {
  return {
    externalId: input.externalId,
    type: input.type,
    title: input.title,
    titleFolded: fold(input.title),
    content: input.content ?? null,
    excerpt: input.excerpt ?? null,
    url: input.url ?? null,
    language: input.language ?? STANDARD.language,
    categories: input.categories ?? STANDARD.categories,
    tags: input.tags ?? STANDARD.tags,
    requiredSubscriptions: input.requiredSubscriptions ?? STANDARD.requiredSubscriptions,
    author: input.author ?? null,
    featuredImage: input.featuredImage ?? null,
    metadata: input.metadata ?? null,
    videoMetadata: withoutNulls(input.videoMetadata),
    documentMetadata: withoutNulls(input.documentMetadata),
    courseMetadata: withoutNulls(input.courseMetadata),
    aiIndexed: input.aiIndexed ?? STANDARD.aiIndexed,
    collectionId: input.collectionId ?? null,
    sortOrder: input.sortOrder ?? STANDARD.sortOrder,
  };
}

/** What an update changes of them: null takes the standard, or clears. */
export function changedValues(input: UpdateContentInput): Partial<ContentItemEntityRow> {
  const values: Record<string, unknown> = {};
  for (const [name, standard] of Object.entries(STANDARD)) {
    const value = input[name as keyof typeof STANDARD];
    if (value !== undefined) values[name] = value ?? standard;
  }
  for (const name of CLEARED_TO_NULL) if (input[name] !== undefined) values[name] = input[name];
  for (const name of OBJECTS) if (input[name] !== undefined) values[name] = withoutNulls(input[name]);
  if (input.externalId) values['externalId'] = input.externalId;
  if (input.slug) values['slug'] = input.slug;
  if (input.title) Object.assign(values, { title: input.title, titleFolded: fold(input.title) });
  return values;
}

function withoutNulls(value: object | null | undefined): JsonObject | null {
  return value ? Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null)) : null;
}
