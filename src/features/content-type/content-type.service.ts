import { Values, columns } from '../../database/columns.ts';
import type { ScopeTransaction } from '../../database/database.ts';
import { Checks, DESCRIPTION_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import { ServiceError, badRequest, conflict, notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import {
  type Page,
  type PageRequest,
  type Sort,
  behind,
  orderBy,
  pageBounds,
  toPage,
} from '../../shared/pagination.ts';
import type { Viewer } from '../access/viewer.ts';
import type { JobService } from '../job/job.service.ts';
import { BUILT_IN_TYPES } from './built-in-types.ts';
import { type AiConfig, ContentTypeEntity, DEFAULT_AI_CONFIG, DEFAULT_BUILT_IN_FIELDS } from './content-type.entity.ts';
import type { ContentTypeFilter, CreateContentTypeInput, UpdateContentTypeInput } from './content-type.inputs.ts';
import type { ContentType } from './content-type.types.ts';
import { checkFieldDefinitions } from './field-check.ts';
import type { FieldDefinition } from './field-definition.ts';

export const CONTENT_TYPE_COLUMNS = columns('t', [
  ...['id', 'name', 'slug', 'pluralName', 'description', 'icon', 'fields', 'builtInFields', 'aiConfig'],
  ...['accessLevel', 'status', 'builtIn', 'createdAt', 'updatedAt'],
]);

const MOST_TYPES = 500;
const BY_SLUG: Sort = { expression: 't.slug collate "C"', direction: 'asc', type: 'text', nullable: false };

/** A content type as rules use it: its stored fields, not GraphQL's view of them. */
export type ContentTypeRow = Omit<ContentType, 'fields' | 'aiConfig'> & {
  fields: FieldDefinition[];
  aiConfig: AiConfig;
};

export class ContentTypeService {
  private readonly jobs: JobService;

  constructor(jobs: JobService) {
    this.jobs = jobs;
  }

  async list(viewer: Viewer, filter: ContentTypeFilter, page: PageRequest): Promise<Page<ContentType>> {
    const bounds = pageBounds(page, { standard: 50, most: MOST_TYPES });
    const values = new Values();
    const where = [`t.site_id = ${values.add(viewer.site.id)}`];
    if (filter.status) where.push(`t.status = ${values.add(filter.status)}`);
    const [count] = await viewer.scope.rows<{ total: number }>(
      `select count(*)::int as total from content_type t where ${where.join(' and ')}`,
      values.list,
    );
    if (bounds.after) where.push(behind(bounds.after, BY_SLUG, 't.id', values));
    const rows = await viewer.scope.rows<ContentType>(
      `select ${CONTENT_TYPE_COLUMNS} from content_type t where ${where.join(' and ')}
       order by ${orderBy(BY_SLUG, 't.id')} limit ${values.add(bounds.limit + 1)} offset ${values.add(bounds.offset)}`,
      values.list,
    );
    return toPage(rows, count?.total ?? 0, bounds, (type) => type.slug);
  }

  async get(viewer: Viewer, slug: string): Promise<ContentTypeRow> {
    const type = await viewer.loader(contentTypeBySlug).load(slug);
    if (!type) throw notFound('Content type');
    return type;
  }

  async create(viewer: Viewer, input: CreateContentTypeInput): Promise<ContentTypeRow> {
    const { checks, fields } = checkInput(input);
    checks.required('name', input.name);
    checks.required('slug', input.slug);
    checks.refuse();
    await viewer.scope.write(async (tx) => {
      await refuseTakenSlug(tx, viewer.site.id, input.slug);
      await refuseTooMany(tx, viewer.site.id);
      tx.em.create(ContentTypeEntity, {
        id: newId(),
        siteId: viewer.site.id,
        name: input.name,
        slug: input.slug,
        pluralName: input.pluralName ?? null,
        description: input.description ?? null,
        icon: input.icon ?? null,
        fields: fields ?? [],
        builtInFields: { ...DEFAULT_BUILT_IN_FIELDS, ...given(input.builtInFields) },
        aiConfig: { ...DEFAULT_AI_CONFIG, ...given(input.aiConfig) },
        accessLevel: input.accessLevel ?? 'public',
        status: input.status ?? 'active',
        builtIn: false,
      });
    });
    viewer.forget();
    return this.get(viewer, input.slug);
  }

  async update(viewer: Viewer, slug: string, input: UpdateContentTypeInput): Promise<ContentTypeRow> {
    const { checks, fields } = checkInput(input);
    checks.notEmptied('name', input.name);
    checks.notEmptied('slug', input.slug);
    checks.refuse();
    const now = await viewer.scope.write(async (tx) => {
      const type = await tx.em.findOne(ContentTypeEntity, { slug });
      if (!type) throw notFound('Content type');
      if (input.slug && input.slug !== type.slug) await this.rename(tx, type, input.slug);
      if (input.name) type.name = input.name;
      for (const property of ['pluralName', 'description', 'icon'] as const) {
        const value = input[property];
        if (value !== undefined) type[property] = value;
      }
      if (fields) type.fields = fields;
      else if (input.fields === null) type.fields = [];
      if (input.builtInFields) type.builtInFields = { ...type.builtInFields, ...given(input.builtInFields) };
      if (input.aiConfig) type.aiConfig = { ...type.aiConfig, ...given(input.aiConfig, ['instructionTemplate']) };
      if (input.accessLevel) type.accessLevel = input.accessLevel;
      if (input.status) type.status = input.status;
      await tx.em.flush();
      // Whether and with which text its items stand in the knowledge base may have changed.
      if (fields || input.aiConfig || input.slug) {
        await this.jobs.enqueue(tx, { kind: 'sync-content-type', key: type.id });
      }
      return type.slug;
    });
    viewer.forget();
    return this.get(viewer, now);
  }

  /** Removes the definition; items of the type keep their data and leave the knowledge base. Answers the id. */
  async delete(viewer: Viewer, slug: string): Promise<string> {
    const id = await viewer.scope.write(async (tx) => {
      const type = await tx.em.findOne(ContentTypeEntity, { slug });
      if (!type) throw notFound('Content type');
      if (type.builtIn) throw new ServiceError('BAD_REQUEST', 'Built-in content types cannot be deleted');
      const items = await tx.rows<{ id: string }>(
        'delete from knowledge_source s using content_item c where c.id = s.id and c.content_type_id = $1 returning s.id',
        [type.id],
      );
      for (const item of items) await this.jobs.enqueue(tx, { kind: 'remove-source', key: item.id });
      tx.em.remove(type);
      return type.id;
    });
    viewer.forget();
    return id;
  }

  /** The types that every site has, written in the transaction that creates the site. */
  async createBuiltIns(tx: ScopeTransaction): Promise<void> {
    for (const type of BUILT_IN_TYPES) {
      tx.em.create(ContentTypeEntity, {
        id: newId(),
        siteId: tx.siteId,
        ...type,
        builtInFields: DEFAULT_BUILT_IN_FIELDS,
        aiConfig: DEFAULT_AI_CONFIG,
        accessLevel: 'public',
        status: 'active',
        builtIn: true,
      });
    }
    await tx.em.flush();
  }

  /** Items carry their type's slug, which is what callers filter by: it moves with the type. */
  private async rename(tx: ScopeTransaction, type: { id: string; slug: string; builtIn: boolean }, slug: string) {
    if (type.builtIn) throw badRequest('slug', 'slug of a built-in content type cannot be changed');
    await refuseTakenSlug(tx, tx.siteId, slug);
    await tx.rows('update content_item set type = $1 where content_type_id = $2', [slug, type.id]);
    type.slug = slug;
  }
}

/** Content types by slug; null where there is none. */
export async function contentTypeBySlug(viewer: Viewer, slugs: readonly string[]): Promise<(ContentTypeRow | null)[]> {
  const rows = await viewer.scope.rows<ContentTypeRow>(
    `select ${CONTENT_TYPE_COLUMNS} from content_type t where t.site_id = $1 and t.slug = any($2)`,
    [viewer.site.id, slugs],
  );
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  return slugs.map((slug) => bySlug.get(slug) ?? null);
}

function checkInput(input: UpdateContentTypeInput): { checks: Checks; fields: FieldDefinition[] | null } {
  const checks = new Checks();
  checks.length('name', input.name, NAME_LENGTH);
  checks.slug('slug', input.slug);
  checks.length('pluralName', input.pluralName, NAME_LENGTH);
  checks.length('description', input.description, DESCRIPTION_LENGTH);
  checks.length('icon', input.icon, NAME_LENGTH);
  checks.length('aiConfig.instructionTemplate', input.aiConfig?.instructionTemplate, DESCRIPTION_LENGTH);
  if (!input.fields) return { checks, fields: null };
  const { fields, faults } = checkFieldDefinitions(input.fields);
  checks.add(faults);
  return { checks, fields };
}

/** The options that a caller gave: null counts as absent, except where it clears. */
function given<T extends object>(
  options: T | null | undefined,
  clearable: readonly string[] = [],
): Partial<{ [K in keyof T]: NonNullable<T[K]> }> {
  const entries = Object.entries(options ?? {}).filter(
    ([name, value]) => value !== undefined && (value !== null || clearable.includes(name)),
  );
  return Object.fromEntries(entries) as Partial<{ [K in keyof T]: NonNullable<T[K]> }>;
}

async function refuseTakenSlug(tx: ScopeTransaction, siteId: string, slug: string): Promise<void> {
  // Two creations at once would both pass the look-up: the lock makes the second one wait and then see the first.
  await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`content-type ${siteId}`]);
  const taken = await tx.rows('select 1 from content_type where slug = $1', [slug]);
  if (taken.length > 0) throw conflict('Content type with this slug already exists');
}

async function refuseTooMany(tx: ScopeTransaction, siteId: string): Promise<void> {
  const [row] = await tx.rows<{ count: number }>('select count(*)::int as count from content_type where site_id = $1', [
    siteId,
  ]);
  if ((row?.count ?? 0) >= MOST_TYPES)
    throw new ServiceError('BAD_REQUEST', `A site has at most ${MOST_TYPES} content types`);
}
