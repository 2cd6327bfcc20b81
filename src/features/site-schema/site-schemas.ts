import type { GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { table } from '../../database/table.ts';
import { withDeadline } from '../../shared/deadline.ts';
import { getOrAdd } from '../../shared/get-or-add.ts';
import { loopScheduler } from '../../shared/loop-scheduler.ts';
import { ServiceError, badRequest } from '../../shared/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import { ContentTypeEntity } from '../content-type/content-type.entity.ts';
import type { FileUrls } from '../reference/file.loaders.ts';
import { BaseSchema } from './base-schema.ts';
import { SiteSchemaBuilder } from './build-site-schema.ts';

const definitions = table(ContentTypeEntity, 't', { only: ['slug', 'name', 'description', 'fields'] });
const { c } = definitions;
const DEFINITIONS = definitions.select(`where ${c.siteId} = $1 order by ${c.id}`);
/** The same text exactly as long as no content type of the site is created, changed or deleted. */
const REVISION = `select md5(string_agg(${c.id}::text || ':' || ${c.revision}::text, ',' order by ${c.id})) as revision
  from ${definitions.name} where ${c.siteId} = $1`;
const FIELDS = `select coalesce(sum(20 + jsonb_array_length(${c.fields})), 0)::int as fields,
    count(*)::int as types
  from ${definitions.name} where ${c.siteId} = $1 and ($2::text[] is null or ${c.slug} = any($2))`;

/** Custom fields, and 20 for each content type. */
export const MAX_SCHEMA_FIELDS = 5_000;
/** The size of all cached schemas, in the same unit: about 30 MB. */
const MAX_CACHED_FIELDS = 25_000;
const MAX_CACHED_SITES = 50;

/** Maximum number of selections of content types whose schemas are cached for a site. */
const MAX_SELECTIONS = 4;
/** Maximum number of selections that an instance builds for a site in a minute: each takes it up to 0.2 s. */
const MAX_BUILDS = 10;
const MINUTE_MS = 60_000;
const MAX_TYPES = 200;

interface Built {
  schema: GraphQLSchema;
  size: number;
}

interface CachedSchemas {
  revision: string;
  /** The schemas by the selected content types. */
  schemas: Map<string, Built>;
}

/**
 * The GraphQL schemas of sites, built of their content types, the least recently used removed first.
 * See decision 101.
 */
export class SiteSchemas {
  private readonly base: BaseSchema;
  private readonly cache = new LRUCache<string, CachedSchemas>({ max: MAX_CACHED_SITES, maxSize: MAX_CACHED_FIELDS });
  /** Builds that have not ended, by site, revision and selection. */
  private readonly pendingBuilds = new Map<string, Promise<GraphQLSchema>>();
  private readonly builds = new LRUCache<string, number>({ max: 1_000, ttl: MINUTE_MS, noUpdateTTL: true });

  /** @param schema the main schema, as GraphQL serves it */
  constructor(schema: GraphQLSchema, urls: FileUrls) {
    this.base = new BaseSchema(schema, urls);
  }

  /**
   * Returns the schema of the content types as they are now, which takes one small statement.
   * @param types slugs of the content types that the schema is to have; null for all. Names are the same in each.
   * @throws ServiceError 400 for unknown types and where they have too many fields for a schema, 429 for too many
   * selections
   */
  async get(viewer: Viewer, types: readonly string[] | null): Promise<GraphQLSchema> {
    const siteId = viewer.site.id;
    if (types && types.length > MAX_TYPES) throw badRequest('types', `types must have at most ${MAX_TYPES} slugs`);
    const selectedTypes = types && [...new Set(types)].toSorted();
    const key = JSON.stringify(selectedTypes);
    const revision = (await viewer.scope.row<{ revision: string | null }>(REVISION, [siteId]))?.revision ?? '';
    const cachedSchema = this.find(siteId, revision, key);
    if (cachedSchema) return cachedSchema;
    const size = await this.measureSize(viewer, selectedTypes);
    const id = `${siteId} ${revision} ${key}`;
    // Shared by several requests, so none of them may abort it.
    const build = async (): Promise<GraphQLSchema> => {
      if (selectedTypes) this.countBuild(siteId);
      const rows = await viewer.scope.rows(DEFINITIONS, [siteId]);
      const schema = await loopScheduler.run(siteId, new SiteSchemaBuilder(this.base, rows, selectedTypes).build());
      this.store(siteId, revision, key, { schema, size });
      return schema;
    };
    const built = getOrAdd(this.pendingBuilds, id, () => withDeadline(undefined, build));
    return built.finally(() => this.pendingBuilds.delete(id));
  }

  private async measureSize(viewer: Viewer, selectedTypes: readonly string[] | null): Promise<number> {
    const row = await viewer.scope.row<{ fields: number; types: number }>(FIELDS, [viewer.site.id, selectedTypes]);
    const { fields, types } = row ?? { fields: 0, types: 0 };
    if (selectedTypes && types < selectedTypes.length)
      throw badRequest('types', 'types must be slugs of content types');
    if (fields > MAX_SCHEMA_FIELDS) throw schemaTooLarge(fields);
    return Math.max(fields, 1);
  }

  private countBuild(siteId: string): void {
    const count = (this.builds.get(siteId) ?? 0) + 1;
    if (count > MAX_BUILDS) {
      const retryAfterSeconds = Math.max(1, Math.ceil(this.builds.getRemainingTTL(siteId) / 1000));
      throw new ServiceError('RATE_LIMITED', 'Too many selections of content types', {}, { retryAfterSeconds });
    }
    this.builds.set(siteId, count);
  }

  private find(siteId: string, revision: string, key: string): GraphQLSchema | undefined {
    const entry = this.cache.get(siteId);
    return entry?.revision === revision ? entry.schemas.get(key)?.schema : undefined;
  }

  private store(siteId: string, revision: string, key: string, built: Built): void {
    const entry = this.cache.get(siteId);
    const schemas = new Map(entry?.revision === revision ? entry.schemas : []);
    if (schemas.size >= MAX_SELECTIONS) schemas.delete([...schemas.keys()][0] ?? '');
    schemas.set(key, built);
    const size = [...schemas.values()].reduce((sum, each) => sum + each.size, 0);
    this.cache.set(siteId, { revision, schemas }, { size });
  }
}

function schemaTooLarge(fields: number): ServiceError {
  const message = `The content types are too large for /graphql/site: ${fields} of ${MAX_SCHEMA_FIELDS} (each field counts 1, each type 20). Select some with ?types=<slug>,<slug>, or use /graphql`;
  return new ServiceError('BAD_REQUEST', message);
}
