import type { ClassType } from 'type-graphql';
import type { ScopeTransaction } from '../../database/database.ts';
import { type TableRow, table } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import {
  type ExpectedRevision,
  assertRevision,
  findForUpdate,
  isOutdated,
  retryOvertaken,
} from '../../database/revision.ts';
import { assertBelowLimit } from '../../database/writes.ts';
import { checkInput } from '../../api/input-bounds.ts';
import { ServiceError, notFound } from '../../shared/errors.ts';
import { loopScheduler } from '../../shared/loop-scheduler.ts';
import { newId } from '../../shared/ids.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../database/pagination.ts';
import { patch, withDefaults } from '../../shared/patch.ts';
import { SITE_MAXIMA } from '../../shared/site-limits.ts';
import { isSlug } from '../../text/slug.ts';
import { assertPreviewScope } from '../../access/access.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { JobService } from '../job/job.service.ts';
import { KnowledgeSourceEntity } from '../knowledge/knowledge.entity.ts';
import { BUILT_IN_TYPES } from './built-in-types.ts';
import { assertNoBreakingChanges } from './change/breaking-changes.ts';
import {
  CONTENT_TYPE_DEFAULTS,
  ContentTypeEntity,
  type ContentTypeEntityRow,
  MERGED_COLUMNS,
} from './content-type.entity.ts';
import {
  type ContentTypeFilter,
  CreateContentTypeInput,
  type FieldDefinitionInput,
  UpdateContentTypeInput,
} from './content-type.inputs.ts';
import type { ContentType } from './content-type.types.ts';
import {
  type FieldValueChange,
  applyFieldChanges,
  assertFieldsExist,
  assertValuesFit,
  previewFieldChanges,
} from './change/field-changes.ts';
import { assertNoFieldChange } from './change/field-changes.rows.ts';
import { readFieldDefinitions } from './change/field-check.ts';
import type { FieldDefinition } from './field-definition.ts';
import { type IdentifiedField, identifyFields, withFieldIds } from './field-identity.ts';
import { updateFieldIndexes } from './change/field-indexes.ts';
import { adoptItems, ensureSlugAvailable, lockItems, renameType } from './change/rename-type.ts';

const MAX_TYPES = SITE_MAXIMA.contentTypes;
export const CONTENT_TYPE_PAGES = { default: 50, max: MAX_TYPES };

const contentTypes = table(ContentTypeEntity, 't', { omit: ['siteId'] });
const { c } = contentTypes;
const FIND_BY_SLUGS = contentTypes.select(`where ${c.siteId} = $1 and ${c.slug} = any($2)`);

const DELETE_SOURCES = table(KnowledgeSourceEntity, 's', { only: ['id'] }).statement(
  (columns) => `delete from knowledge_source s using content_item c
    where c.id = s.id and c.content_type_id = $1 returning ${columns}`,
);
/** Their vectors are removed by a job that the database adds. */
const DELETE_SOURCES_OF_DRAFTS = `delete from knowledge_source s using content_item c
  where c.id = s.draft_of and c.content_type_id = $1`;

const SLUG_SORT: Sort = { expression: `${c.slug} collate "C"`, direction: 'asc', type: 'text', nullable: false };

/** A content type for rules: its stored fields, not GraphQL's view of them. */
type ContentTypeRow = TableRow<typeof contentTypes> & { fields: IdentifiedField[] };

interface ChangeOptions {
  expected?: ExpectedRevision;
  /** Tells whether the change is made even if existing queries break. */
  force?: boolean;
}

interface UpdateOptions extends ChangeOptions {
  /** Names of fields whose values are converted. */
  convert?: readonly string[];
  /** Tells whether values of other fields may be left as they are although they do not fit. */
  keepValues?: boolean;
}

export class ContentTypeService {
  private readonly jobs: JobService;

  constructor(jobs: JobService) {
    this.jobs = jobs;
  }

  async list(viewer: Viewer, filter: ContentTypeFilter, page: PageRequest): Promise<Page<ContentType>> {
    return readPage<TableRow<typeof contentTypes>, ContentTypeRow>(viewer.scope, page, {
      table: contentTypes,
      where: new Where().equal(c.siteId, viewer.site.id).equal(c.status, filter.status).equal(c.slug, filter.slug),
      sort: SLUG_SORT,
      sizes: CONTENT_TYPE_PAGES,
      toItem: withFieldIds,
      sortValue: (type) => type.slug,
    });
  }

  async get(viewer: Viewer, slug: string): Promise<ContentTypeRow> {
    const type = await viewer.loader(contentTypeBySlug).load(slug);
    if (!type) throw notFound('Content type');
    return type;
  }

  async create(viewer: Viewer, input: CreateContentTypeInput): Promise<ContentTypeRow> {
    const fields = identifyFields([], (await checkedFields(CreateContentTypeInput, input, viewer.site.id)) ?? []);
    const { name, slug, fields: _checked, ...values } = input;
    await viewer.unrestricted('write').write(async (tx) => {
      await ensureSlugAvailable(tx, slug);
      await assertBelowLimit(tx, ContentTypeEntity, MAX_TYPES, 'content types');
      const id = newId();
      tx.em.create(ContentTypeEntity, {
        ...withDefaults(CONTENT_TYPE_DEFAULTS, values, { merge: MERGED_COLUMNS }),
        id,
        siteId: tx.siteId,
        name,
        slug,
        fields,
        builtIn: false,
      });
      await tx.em.flush();
      if (await adoptItems(tx, id, slug)) await this.jobs.enqueue(tx, { kind: 'sync-content-type', key: id });
      await updateFieldIndexes(tx, this.jobs, id, fields);
    });
    viewer.forget();
    return this.get(viewer, slug);
  }

  /** @throws ServiceError 403 without the scope preview; 404; 400 for invalid fields */
  async previewUpdate(viewer: Viewer, slug: string, input: FieldDefinitionInput[]): Promise<FieldValueChange[]> {
    assertPreviewScope(viewer);
    const fields = (await checkedFields(UpdateContentTypeInput, { fields: input }, viewer.site.id)) ?? [];
    const type = await this.get(viewer, slug);
    return previewFieldChanges(viewer.unrestricted('count'), type, identifyFields(type.fields, fields));
  }

  async update(
    viewer: Viewer,
    slug: string,
    input: UpdateContentTypeInput,
    { expected, keepValues = false, ...options }: UpdateOptions = {},
  ): Promise<ContentTypeRow> {
    const fields = await checkedFields(UpdateContentTypeInput, input, viewer.site.id);
    const { convert = [], force = false } = options;
    const now = await retryOvertaken(
      async () => {
        let revision = expected;
        if (fields && !keepValues) {
          // Outside the transaction, as it may take seconds; the type is still this one when it is written.
          viewer.forget();
          const type = await this.get(viewer, slug);
          assertRevision(type, expected);
          revision ??= type.revision;
          const after = identifyFields(type.fields, fields);
          if (!force) assertNoBreakingChanges(type, { slug: input.slug ?? type.slug, fields: after });
          await assertValuesFit(viewer.unrestricted('write'), type, after, convert);
        }
        return this.write(viewer, slug, { ...input, fields }, { expected: revision, convert, force });
      },
      (error) => isOutdated(error, expected),
    );
    viewer.forget();
    return this.get(viewer, now);
  }

  private write(
    viewer: Viewer,
    slug: string,
    {
      slug: newSlug,
      fields: given,
      ...values
    }: Omit<UpdateContentTypeInput, 'fields'> & { fields?: FieldDefinition[] | undefined },
    { expected, convert, force }: { expected: ExpectedRevision; convert: readonly string[]; force: boolean },
  ): Promise<string> {
    return viewer.unrestricted('write').write(async (tx) => {
      const type = await findType(tx, slug, expected);
      const fields = identifyFields(type.fields, given ?? type.fields);
      if (!force) assertNoBreakingChanges(type, { slug: newSlug ?? type.slug, fields });
      assertFieldsExist(convert, fields);
      const isChanged = await applyFieldChanges(tx, type, fields, { convert, actor: viewer.actor });
      if (newSlug && newSlug !== type.slug) await renameType(tx, type, newSlug);
      Object.assign(
        type,
        patch(type, values, CONTENT_TYPE_DEFAULTS, { merge: MERGED_COLUMNS }),
        given ? { fields } : {},
      );
      await tx.em.flush();
      if (given) await updateFieldIndexes(tx, this.jobs, type.id, fields);
      // Whether and with which text its items are in the knowledge base may have changed.
      if (isChanged) await this.jobs.enqueue(tx, { kind: 'change-fields', key: type.id });
      else if (given || values.aiConfig !== undefined || newSlug) {
        await this.jobs.enqueue(tx, { kind: 'sync-content-type', key: type.id });
      }
      return type.slug;
    });
  }

  /** Deletes the definition; items of the type are kept and removed from the knowledge base. Returns the id. */
  async delete(viewer: Viewer, slug: string, { expected, force = false }: ChangeOptions = {}): Promise<string> {
    const id = await viewer.unrestricted('write').write(async (tx) => {
      const type = await findType(tx, slug, expected);
      if (type.builtIn) throw new ServiceError('BAD_REQUEST', 'Built-in content types cannot be deleted');
      if (!force) assertNoBreakingChanges(type, null);
      await assertNoFieldChange(tx, type.id);
      await lockItems(tx, type.id);
      await tx.rows(DELETE_SOURCES_OF_DRAFTS, [type.id]);
      const items = await tx.rows(DELETE_SOURCES, [type.id]);
      for (const item of items) await this.jobs.enqueue(tx, { kind: 'index-source', key: item.id });
      await updateFieldIndexes(tx, this.jobs, type.id, []);
      tx.em.remove(type);
      return type.id;
    });
    viewer.forget();
    return id;
  }

  /** The built-in types, written in the transaction that creates the site. */
  async createBuiltIns(tx: ScopeTransaction): Promise<void> {
    for (const type of BUILT_IN_TYPES) {
      tx.em.create(ContentTypeEntity, {
        id: newId(),
        siteId: tx.siteId,
        ...CONTENT_TYPE_DEFAULTS,
        ...type,
        builtIn: true,
      });
    }
    await tx.em.flush();
  }
}

/** The field definitions to store; undefined if the input has none. Their bounds depend on the type of each field. */
async function checkedFields(
  Input: ClassType,
  input: UpdateContentTypeInput,
  siteId: string,
): Promise<FieldDefinition[] | undefined> {
  const checks = checkInput(Input, { ...input, fields: undefined });
  const steps = input.fields === undefined ? null : readFieldDefinitions(checks, input.fields);
  const fields = steps ? await loopScheduler.run(siteId, steps) : undefined;
  checks.throwIfInvalid();
  return fields;
}

/** Content types by slug; null for unknown slugs. */
export async function contentTypeBySlug(viewer: Viewer, slugs: readonly string[]): Promise<(ContentTypeRow | null)[]> {
  const rows = await viewer.scope.rows(FIND_BY_SLUGS, [viewer.site.id, slugs.filter(isSlug)]);
  const typesBySlug = new Map(rows.map((row) => [row.slug, withFieldIds(row)]));
  return slugs.map((slug) => typesBySlug.get(slug) ?? null);
}

/** The type, locked until the end of the transaction: no item of it is created in the meantime. */
async function findType(tx: ScopeTransaction, slug: string, expected: ExpectedRevision): Promise<ContentTypeEntityRow> {
  if (!isSlug(slug)) throw notFound('Content type');
  return findForUpdate(tx, ContentTypeEntity, { slug }, { resource: 'Content type', expected });
}
