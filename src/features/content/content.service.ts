import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { ScopeTransaction } from '../../database/database.ts';
import type { Checks } from '../../shared/checks.ts';
import { ServiceError, conflict, notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { fold } from '../../shared/text-folding.ts';
import { refuseUnlessGranted } from '../access/access.ts';
import type { Viewer } from '../access/viewer.ts';
import { CollectionEntity } from '../collection/collection.entity.ts';
import { ContentTypeEntity } from '../content-type/content-type.entity.ts';
import type { ContentTypeEntityRow } from '../content-type/content-type.entity.ts';
import { ContentItemEntity } from './content.entity.ts';
import type { ContentItemEntityRow, JsonObject } from './content.entity.ts';
import type { CreateContentInput, UpdateContentInput } from './content.inputs.ts';
import type { ContentKnowledge } from './content-knowledge.ts';
import { contentById, seenBy } from './content.rows.ts';
import { checkCreate, checkRequiredSubscriptions, checkUpdate } from './content.rules.ts';
import { freeSlug, refuseTakenSlug } from './content.slug.ts';
import type { ContentItem } from './content.types.ts';
import { checkCustomFields } from './custom-fields.ts';
import { checkReferences } from './custom-fields.references.ts';

/** How often a slug that another creation took meanwhile is chosen anew. */
const SLUG_ATTEMPTS = 5;

/** Content items: what may be stored, and what follows from a write. */
export class ContentService {
  private readonly knowledge: ContentKnowledge;

  constructor(knowledge: ContentKnowledge) {
    this.knowledge = knowledge;
  }

  /** Refuses with 401 or 403 what the viewer may not see. */
  async get(viewer: Viewer, id: string): Promise<ContentItem> {
    const row = await viewer.loader(contentById).load(id);
    if (!row) throw notFound('Content');
    refuseUnlessGranted(viewer, row);
    return seenBy(viewer.entitlement, row);
  }

  async create(viewer: Viewer, input: CreateContentInput): Promise<ContentItem> {
    const checks = checkCreate(input);
    for (let attempt = 1; ; attempt++) {
      try {
        const id = newId();
        await viewer.scope.write((tx) => this.insert(tx, id, input, checks));
        return await this.written(viewer, id);
      } catch (error) {
        if (!(error instanceof UniqueConstraintViolationException)) throw error;
        await refuseTakenExternalId(viewer, input.externalId);
        if (input.slug || attempt >= SLUG_ATTEMPTS) throw conflict('Content with this slug already exists');
      }
    }
  }

  async update(viewer: Viewer, id: string, input: UpdateContentInput): Promise<ContentItem> {
    if (!isId(id)) throw notFound('Content');
    const checks = checkUpdate(input);
    try {
      await viewer.scope.write(async (tx) => {
        const item = await tx.em.findOne(ContentItemEntity, { id });
        if (!item) throw notFound('Content');
        await this.change(tx, item, input, checks);
      });
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      if (input.externalId) await refuseTakenExternalId(viewer, input.externalId);
      throw conflict('Content with this slug already exists');
    }
    return this.written(viewer, id);
  }

  async delete(viewer: Viewer, id: string): Promise<void> {
    if (!isId(id)) throw notFound('Content');
    await viewer.scope.write(async (tx) => {
      const item = await tx.em.findOne(ContentItemEntity, { id });
      if (!item) throw notFound('Content');
      tx.em.remove(item);
      await tx.em.flush();
      await this.knowledge.leave(tx, id);
    });
    viewer.forget();
  }

  /** The item for its writer, who knows it whole, whoever may read it. */
  private async written(viewer: Viewer, id: string): Promise<ContentItem> {
    viewer.forget();
    const row = await viewer.loader(contentById).load(id);
    if (!row) throw notFound('Content');
    const required = row.accessLevel === 'subscription' ? row.requiredSubscriptions : null;
    const access = { level: row.accessLevel, requiredSubscriptions: required, granted: true, reason: null };
    return { ...row, requiredSubscriptions: required, access };
  }

  private async insert(tx: ScopeTransaction, id: string, input: CreateContentInput, checks: Checks): Promise<void> {
    const type = input.type ? await tx.em.findOne(ContentTypeEntity, { slug: input.type }) : null;
    if (input.type && !type)
      throw new ServiceError('BAD_REQUEST', `Unknown content type: ${input.type}`, unknownType(input.type));
    const accessLevel = input.accessLevel ?? type?.accessLevel ?? 'public';
    const status = input.status ?? 'draft';
    checkRequiredSubscriptions(checks, accessLevel, input.requiredSubscriptions ?? []);
    const customFields = await this.customFields(tx, type, input.customFields, checks, {
      published: status === 'published',
      fillDefaults: true,
    });
    await checkCollection(tx, input.collectionId, checks);
    checks.refuse();
    await refuseTakenExternalId(tx, input.externalId);
    if (input.slug) await refuseTakenSlug(tx, input.type, input.slug);
    const item = tx.em.create(ContentItemEntity, {
      id,
      siteId: tx.siteId,
      externalId: input.externalId,
      type: input.type,
      contentTypeId: type?.id ?? null,
      title: input.title,
      titleFolded: fold(input.title),
      content: input.content ?? null,
      excerpt: input.excerpt ?? null,
      slug: input.slug ?? (await freeSlug(tx, input.type, input.title)),
      url: input.url ?? null,
      language: input.language ?? 'en',
      categories: input.categories ?? [],
      tags: input.tags ?? [],
      status,
      accessLevel,
      requiredSubscriptions: input.requiredSubscriptions ?? [],
      author: input.author ?? null,
      featuredImage: input.featuredImage ?? null,
      customFields,
      metadata: input.metadata ?? null,
      videoMetadata: asJson(input.videoMetadata),
      documentMetadata: asJson(input.documentMetadata),
      courseMetadata: asJson(input.courseMetadata),
      aiIndexed: input.aiIndexed ?? true,
      collectionId: input.collectionId ?? null,
      sortOrder: input.sortOrder ?? 0,
      publishedAt: status === 'published' ? new Date() : null,
    });
    await tx.em.flush();
    await this.knowledge.follow(tx, item, type);
  }

  private async change(
    tx: ScopeTransaction,
    item: ContentItemEntityRow,
    input: UpdateContentInput,
    checks: Checks,
  ): Promise<void> {
    const type = item.contentTypeId ? await tx.em.findOne(ContentTypeEntity, { id: item.contentTypeId }) : null;
    const status = input.status ?? item.status;
    const accessLevel = input.accessLevel ?? item.accessLevel;
    const required =
      input.requiredSubscriptions === undefined ? item.requiredSubscriptions : (input.requiredSubscriptions ?? []);
    checkRequiredSubscriptions(checks, accessLevel, required);
    if (input.customFields !== undefined || (status === 'published' && item.status !== 'published')) {
      // A field that is absent keeps its value and one that is null loses it, as with every other property.
      const merged = input.customFields === null ? {} : { ...item.customFields, ...input.customFields };
      item.customFields = await this.customFields(tx, type, merged, checks, { published: status === 'published' });
    }
    await checkCollection(tx, input.collectionId, checks);
    checks.refuse();
    if (input.slug && input.slug !== item.slug) await refuseTakenSlug(tx, item.type, input.slug);
    if (input.externalId && input.externalId !== item.externalId) await refuseTakenExternalId(tx, input.externalId);
    Object.assign(item, changes(input), { status, accessLevel, requiredSubscriptions: required });
    if (input.title) item.titleFolded = fold(input.title);
    if (input.slug === null) item.slug = await freeSlug(tx, item.type, item.title, item.id);
    if (status === 'published') item.publishedAt ??= new Date();
    await tx.em.flush();
    await this.knowledge.follow(tx, item, type);
  }

  private async customFields(
    tx: ScopeTransaction,
    type: ContentTypeEntityRow | null,
    values: JsonObject | null | undefined,
    checks: Checks,
    options: { published: boolean; fillDefaults?: boolean },
  ): Promise<JsonObject> {
    const checked = checkCustomFields(type?.fields ?? [], values ?? {}, options);
    checks.add(checked.faults);
    checks.add(await checkReferences(tx, checked.references));
    return checked.values;
  }
}

/** The plain properties that an update gives; null takes what the property is without a value. */
function changes(input: UpdateContentInput): Partial<ContentItemEntityRow> {
  const cleared = { categories: [], tags: [], language: 'en', aiIndexed: true, sortOrder: 0 };
  const plain = [
    ...(['externalId', 'title', 'content', 'excerpt', 'slug', 'url', 'language', 'categories', 'tags'] as const),
    ...(['author', 'featuredImage', 'metadata', 'videoMetadata', 'documentMetadata', 'courseMetadata'] as const),
    ...(['aiIndexed', 'collectionId', 'sortOrder'] as const),
  ];
  const given = plain.filter((name) => input[name] !== undefined && !(name === 'slug' && input.slug === null));
  return Object.fromEntries(
    given.map((name) => [name, input[name] ?? cleared[name as keyof typeof cleared] ?? null]),
  ) as Partial<ContentItemEntityRow>;
}

async function refuseTakenExternalId(where: ScopeTransaction | Viewer, externalId: string): Promise<void> {
  const rows = 'scope' in where ? where.scope : where;
  const [taken] = await rows.rows<{ id: string }>(
    'select id from content_item where external_id = $1 and site_id = $2',
    [externalId, 'scope' in where ? where.site.id : where.siteId],
  );
  if (taken) throw conflict('Content with this externalId already exists', { id: taken.id });
}

async function checkCollection(tx: ScopeTransaction, id: string | null | undefined, checks: Checks): Promise<void> {
  if (id === null || id === undefined) return;
  const known = isId(id) && (await tx.em.count(CollectionEntity, { id })) > 0;
  if (!known) checks.fault('collectionId', 'must be the id of a collection of this site');
}

function unknownType(type: string): Record<string, unknown> {
  return { details: [{ field: 'type', message: `Unknown content type: ${type}` }] };
}

function asJson(value: object | null | undefined): JsonObject | null {
  return value ? ({ ...value } as JsonObject) : null;
}
