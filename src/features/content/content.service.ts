import { LockMode } from '@mikro-orm/core';
import type { ScopeTransaction } from '../../database/database.ts';
import { checkInput } from '../../graphql/bounds.ts';
import type { Checks } from '../../shared/checks.ts';
import { type Fault, notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { isSlug } from '../../text/slug.ts';
import { refuseUnlessGranted } from '../access/access.ts';
import type { Viewer } from '../access/viewer.ts';
import { CollectionEntity } from '../collection/collection.entity.ts';
import { ContentTypeEntity } from '../content-type/content-type.entity.ts';
import type { ContentTypeEntityRow } from '../content-type/content-type.entity.ts';
import type { ContentKnowledge } from './content-knowledge.ts';
import { despiteOthers, refuseTaken } from './content.collisions.ts';
import { ContentItemEntity } from './content.entity.ts';
import type { ContentItemEntityRow, JsonObject } from './content.entity.ts';
import { CreateContentInput, UpdateContentInput } from './content.inputs.ts';
import { contentBodyById, contentById, seenBy, storedBody, storedContentById } from './content.rows.ts';
import { checkRequiredSubscriptions } from './content.rules.ts';
import { freeSlug } from './content.slug.ts';
import type { ContentItem } from './content.types.ts';
import { changedValues, createdValues } from './content.values.ts';
import { checkCustomFields } from './custom-fields.ts';
import type { CustomFieldsOptions } from './custom-fields.ts';
import { checkReferences } from './custom-fields.references.ts';

const UNKNOWN_TYPE_LENGTH = 200;

/** Content items: what may be stored, and what follows from a write. */
export class ContentService {
  private readonly knowledge: ContentKnowledge;

  constructor(knowledge: ContentKnowledge) {
    this.knowledge = knowledge;
  }

  /** Refuses with 401 or 403 what the viewer may not see. */
  async get(viewer: Viewer, id: string): Promise<ContentItem> {
    const row = (await viewer.loader(contentById).load(id)) ?? (await viewer.loader(storedContentById).load(id));
    if (!row) throw notFound('Content');
    refuseUnlessGranted(viewer, row);
    return seenBy(viewer.entitlement, row);
  }

  async create(viewer: Viewer, input: CreateContentInput): Promise<ContentItem> {
    const id = newId();
    await despiteOthers((isRetry) =>
      viewer.unrestrictedScope.write((tx) => this.insert(tx, id, input, { alone: isRetry })),
    );
    return this.written(viewer, id);
  }

  async update(viewer: Viewer, id: string, input: UpdateContentInput): Promise<ContentItem> {
    await despiteOthers(() =>
      viewer.unrestrictedScope.write(async (tx) => this.change(tx, await itemToWrite(tx, id), input)),
    );
    return this.written(viewer, id);
  }

  async delete(viewer: Viewer, id: string): Promise<void> {
    await viewer.unrestrictedScope.write(async (tx) => {
      const item = await itemToWrite(tx, id);
      tx.em.remove(item);
      await tx.em.flush();
      await this.knowledge.leave(tx, item.id);
    });
    viewer.forget();
  }

  /** The item for its writer, who knows it whole, whoever may read it. */
  private async written(viewer: Viewer, id: string): Promise<ContentItem> {
    viewer.forget();
    const [row, body] = await Promise.all([viewer.loader(storedContentById).load(id), storedBody(viewer, id)]);
    if (!row) throw notFound('Content');
    // What is asked of the answer next: its body and its references.
    viewer.loader(contentById).prime(id, row);
    viewer.loader(contentBodyById).prime(id, body);
    const required = row.accessLevel === 'subscription' ? row.requiredSubscriptions : null;
    const access = { level: row.accessLevel, requiredSubscriptions: required, granted: true, reason: null };
    return { ...row, requiredSubscriptions: required, access };
  }

  private async insert(
    tx: ScopeTransaction,
    id: string,
    input: CreateContentInput,
    { alone }: { alone: boolean },
  ): Promise<void> {
    const checks = checkInput(CreateContentInput, input);
    const type = await typeToFill(tx, input.type);
    if (input.type && !type) checks.add([unknownType(input.type)]);
    const accessLevel = input.accessLevel ?? type?.accessLevel ?? 'public';
    const status = input.status ?? 'draft';
    checkRequiredSubscriptions(checks, accessLevel, input.requiredSubscriptions ?? []);
    const options = { published: status === 'published', fillDefaults: true };
    const customFields = await checkedCustomFields(tx, type, input.customFields ?? {}, checks, options);
    await checkCollection(tx, input.collectionId, checks);
    checks.refuse();
    await refuseTaken(tx, { externalId: input.externalId, type: input.type, slug: input.slug ?? null });
    const item = tx.em.create(ContentItemEntity, {
      ...createdValues(input),
      id,
      siteId: tx.siteId,
      contentTypeId: type?.id ?? null,
      slug: input.slug ?? (await freeSlug(tx, { type: input.type, title: input.title, alone })),
      status,
      accessLevel,
      customFields,
      publishedAt: status === 'published' ? new Date() : null,
    });
    await tx.em.flush();
    await this.knowledge.follow(tx, item, type);
  }

  private async change(tx: ScopeTransaction, item: ContentItemEntityRow, input: UpdateContentInput): Promise<void> {
    const checks = checkInput(UpdateContentInput, input);
    const type = item.contentTypeId ? await tx.em.findOne(ContentTypeEntity, { id: item.contentTypeId }) : null;
    const status = input.status === undefined ? item.status : (input.status ?? 'draft');
    const accessLevel =
      input.accessLevel === undefined ? item.accessLevel : (input.accessLevel ?? type?.accessLevel ?? 'public');
    const changed = changedValues(input);
    checkRequiredSubscriptions(checks, accessLevel, changed.requiredSubscriptions ?? item.requiredSubscriptions);
    let { customFields } = item;
    if (input.customFields !== undefined || (status === 'published' && item.status !== 'published')) {
      // A field that is absent keeps its value and one that is null loses it, as with every other property.
      const merged = input.customFields === null ? {} : { ...item.customFields, ...input.customFields };
      const options = { published: status === 'published', kept: item.customFields };
      customFields = await checkedCustomFields(tx, type, merged, checks, options);
    }
    await checkCollection(tx, input.collectionId, checks);
    checks.refuse();
    await refuseTaken(tx, {
      externalId: input.externalId ?? null,
      type: item.type,
      slug: input.slug ?? null,
      own: item.id,
    });
    Object.assign(item, changed, { status, accessLevel, customFields });
    if (input.slug === null) item.slug = await freeSlug(tx, { ...slugSource(item), alone: true });
    if (status === 'published') item.publishedAt ??= new Date();
    await tx.em.flush();
    await this.knowledge.follow(tx, item, type);
  }
}

/** The item, held so that two changes at once follow each other and neither undoes the other's. */
async function itemToWrite(tx: ScopeTransaction, id: string): Promise<ContentItemEntityRow> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const item = isId(id) ? await tx.em.findOne(ContentItemEntity, { id }, { lockMode }) : null;
  if (!item) throw notFound('Content');
  return item;
}

/** The type of a new item, held so that it is neither renamed nor deleted before the item is there. */
async function typeToFill(tx: ScopeTransaction, slug: string): Promise<ContentTypeEntityRow | null> {
  return isSlug(slug) ? tx.em.findOne(ContentTypeEntity, { slug }, { lockMode: LockMode.PESSIMISTIC_READ }) : null;
}

/** @param options with `kept`, what the item has already: its ids were looked up when they came. */
async function checkedCustomFields(
  tx: ScopeTransaction,
  type: ContentTypeEntityRow | null,
  values: JsonObject,
  checks: Checks,
  { kept, ...options }: CustomFieldsOptions & { kept?: JsonObject },
): Promise<JsonObject> {
  const checked = checkCustomFields(type?.fields ?? [], values, options);
  checks.add(checked.faults);
  checks.add(await checkReferences(tx, checked.references, kept));
  return checked.values;
}

async function checkCollection(tx: ScopeTransaction, id: string | null | undefined, checks: Checks): Promise<void> {
  if (id === null || id === undefined) return;
  const known = isId(id) && (await tx.em.count(CollectionEntity, { id })) > 0;
  if (!known) checks.fault('collectionId', 'must be the id of a collection of this site');
}

function slugSource({ id, type, title }: ContentItemEntityRow) {
  return { own: id, type, title };
}

function unknownType(type: string): Fault {
  return { field: 'type', message: `Unknown content type: ${type.slice(0, UNKNOWN_TYPE_LENGTH)}` };
}
