import { LockMode } from '@mikro-orm/core';
import type { ScopeTransaction } from '../../database/database.ts';
import { type ExpectedRevision, findForUpdate } from '../../database/revision.ts';
import { retryOnConflict } from '../../database/writes.ts';
import { checkInput } from '../../graphql/bounds.ts';
import type { Checks } from '../../shared/checks.ts';
import { type Violation, notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { patch, withDefaults } from '../../shared/patch.ts';
import { isSlug } from '../../text/slug.ts';
import { fold } from '../../text/folding.ts';
import { checkRequiredSubscriptions, assertGranted } from '../access/access.ts';
import type { AccessLevel } from '../access/access-level.ts';
import type { Viewer } from '../access/viewer.ts';
import { CollectionEntity } from '../collection/collection.entity.ts';
import { ContentTypeEntity } from '../content-type/content-type.entity.ts';
import type { ContentTypeEntityRow } from '../content-type/content-type.entity.ts';
import type { ContentKnowledge } from './content-knowledge.ts';
import { CONTENT_DEFAULTS, ContentItemEntity } from './content.entity.ts';
import type { ContentItemEntityRow, JsonObject } from './content.entity.ts';
import { CreateContentInput, UpdateContentInput } from './content.inputs.ts';
import { contentBodyById, contentById, seenBy, storedBody, storedContentById } from './content.rows.ts';
import type { ContentItem } from './content.types.ts';
import { chooseSlug, ensureAvailable } from './content.unique.ts';
import { checkCustomFields } from './custom-fields.ts';
import type { CustomFieldsOptions } from './custom-fields.ts';
import { checkReferences } from './custom-fields.references.ts';

const MAX_TYPE_SHOWN_LENGTH = 200;
const REPLACED = ['videoMetadata', 'documentMetadata', 'courseMetadata'] as const;

/** Content items: validation, storage, and the effects of writes. */
export class ContentService {
  private readonly knowledge: ContentKnowledge;

  constructor(knowledge: ContentKnowledge) {
    this.knowledge = knowledge;
  }

  /** @throws ServiceError 401 or 403 if the viewer cannot read it */
  async get(viewer: Viewer, id: string): Promise<ContentItem> {
    const row = (await viewer.loader(contentById).load(id)) ?? (await viewer.loader(storedContentById).load(id));
    if (!row) throw notFound('Content');
    assertGranted(viewer, row);
    return seenBy(viewer.entitlement, row);
  }

  async create(viewer: Viewer, input: CreateContentInput): Promise<ContentItem> {
    const id = newId();
    await retryOnConflict((isRetry) => viewer.unrestrictedScope.write((tx) => this.insert(tx, id, input, { isRetry })));
    return this.written(viewer, id);
  }

  async update(
    viewer: Viewer,
    id: string,
    input: UpdateContentInput,
    expected?: ExpectedRevision,
  ): Promise<ContentItem> {
    await retryOnConflict(() =>
      viewer.unrestrictedScope.write(async (tx) => this.change(tx, await findItem(tx, id, expected), input)),
    );
    return this.written(viewer, id);
  }

  async delete(viewer: Viewer, id: string, expected?: ExpectedRevision): Promise<void> {
    await viewer.unrestrictedScope.write(async (tx) => {
      const item = await findItem(tx, id, expected);
      tx.em.remove(item);
      await tx.em.flush();
      await this.knowledge.leave(tx, item.id);
    });
    viewer.forget();
  }

  /** The complete item for its writer, whatever its access level. */
  private async written(viewer: Viewer, id: string): Promise<ContentItem> {
    viewer.forget();
    const [row, body] = await Promise.all([viewer.loader(storedContentById).load(id), storedBody(viewer, id)]);
    if (!row) throw notFound('Content');
    // Preloads the body and the references, which the response usually needs.
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
    { isRetry }: { isRetry: boolean },
  ): Promise<void> {
    const checks = checkInput(CreateContentInput, input);
    const type = await findTypeForItem(tx, input.type);
    if (input.type && !type) checks.add([unknownType(input.type)]);
    const { externalId, type: typeSlug, title, slug, customFields: given, ...rest } = input;
    const values = withDefaults(defaultsFor(type), rest, { replace: REPLACED });
    checkRequiredSubscriptions(checks, values.accessLevel, values.requiredSubscriptions);
    const options = { published: values.status === 'published', fillDefaults: true };
    const customFields = await checkedCustomFields(tx, type, given ?? {}, checks, options);
    await checkCollection(tx, input.collectionId, checks);
    checks.throwIfInvalid();
    await ensureAvailable(tx, { id, externalId, type: typeSlug, slug: slug ?? null });
    const item = tx.em.create(ContentItemEntity, {
      ...values,
      id,
      siteId: tx.siteId,
      externalId,
      type: typeSlug,
      contentTypeId: type?.id ?? null,
      title,
      titleFolded: fold(title),
      slug: slug ?? (await chooseSlug(tx, { id, type: typeSlug, title }, { isLocked: isRetry })),
      customFields,
      publishedAt: values.status === 'published' ? new Date() : null,
    });
    await tx.em.flush();
    await this.knowledge.follow(tx, item, type);
  }

  private async change(tx: ScopeTransaction, item: ContentItemEntityRow, input: UpdateContentInput): Promise<void> {
    const checks = checkInput(UpdateContentInput, input);
    const type = item.contentTypeId ? await tx.em.findOne(ContentTypeEntity, { id: item.contentTypeId }) : null;
    const { slug, customFields: given, ...values } = input;
    const changed = patch(item, values, defaultsFor(type), { replace: REPLACED });
    const status = changed.status ?? item.status;
    const accessLevel = changed.accessLevel ?? item.accessLevel;
    checkRequiredSubscriptions(checks, accessLevel, changed.requiredSubscriptions ?? item.requiredSubscriptions);
    if (given !== undefined || (status === 'published' && item.status !== 'published')) {
      // Omitted fields keep their value and null removes it, as for all other properties.
      const merged = given === null ? {} : { ...item.customFields, ...given };
      const options = { published: status === 'published', kept: item.customFields };
      changed.customFields = await checkedCustomFields(tx, type, merged, checks, options);
    }
    await checkCollection(tx, input.collectionId, checks);
    checks.throwIfInvalid();
    const { id, type: typeSlug } = item;
    await ensureAvailable(tx, { id, externalId: input.externalId ?? null, type: typeSlug, slug: slug ?? null });
    Object.assign(item, changed);
    item.titleFolded = fold(item.title);
    if (slug !== undefined) item.slug = slug ?? (await chooseSlug(tx, item, { isLocked: true }));
    if (status === 'published') item.publishedAt ??= new Date();
    await tx.em.flush();
    await this.knowledge.follow(tx, item, type);
  }
}

function defaultsFor(type: ContentTypeEntityRow | null): typeof CONTENT_DEFAULTS & { accessLevel: AccessLevel } {
  return { ...CONTENT_DEFAULTS, accessLevel: type?.accessLevel ?? 'public' };
}

function findItem(tx: ScopeTransaction, id: string, expected: ExpectedRevision): Promise<ContentItemEntityRow> {
  return findForUpdate(tx, ContentItemEntity, { id }, { resource: 'Content', expected });
}

/** The type of a new item, locked so that it is neither renamed nor deleted before the item is there. */
async function findTypeForItem(tx: ScopeTransaction, slug: string): Promise<ContentTypeEntityRow | null> {
  return isSlug(slug) ? tx.em.findOne(ContentTypeEntity, { slug }, { lockMode: LockMode.PESSIMISTIC_READ }) : null;
}

/** @param options with `kept`, the current fields of the item: ids in them were checked before */
async function checkedCustomFields(
  tx: ScopeTransaction,
  type: ContentTypeEntityRow | null,
  values: JsonObject,
  checks: Checks,
  { kept, ...options }: CustomFieldsOptions & { kept?: JsonObject },
): Promise<JsonObject> {
  const checked = checkCustomFields(type?.fields ?? [], values, options);
  checks.add(checked.violations);
  checks.add(await checkReferences(tx, checked.references, kept));
  return checked.values;
}

async function checkCollection(tx: ScopeTransaction, id: string | null | undefined, checks: Checks): Promise<void> {
  if (id === null || id === undefined) return;
  const known = isId(id) && (await tx.em.count(CollectionEntity, { id })) > 0;
  if (!known) checks.report('collectionId', 'must be the id of a collection of this site');
}

function unknownType(type: string): Violation {
  return { field: 'type', message: `Unknown content type: ${type.slice(0, MAX_TYPE_SHOWN_LENGTH)}` };
}
