import type { GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { table } from '../../database/table.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { Viewer } from '../access/viewer.ts';
import { ContentTypeEntity } from '../content-type/content-type.entity.ts';
import type { FileUrls } from '../reference/expanded-files.ts';
import { BaseSchema } from './base-schema.ts';
import { buildSiteSchema } from './build-site-schema.ts';

const definitions = table(ContentTypeEntity, 't', { only: ['slug', 'name', 'description', 'fields'] });
const { c } = definitions;
const DEFINITIONS = definitions.select(`where ${c.siteId} = $1 order by ${c.id}`);
/** The same text exactly as long as no content type of the site is created, changed or deleted. */
const REVISION = `select md5(string_agg(${c.id}::text || ':' || ${c.revision}::text, ',' order by ${c.id})) as revision
  from ${definitions.name} where ${c.siteId} = $1`;
const FIELDS = `select coalesce(sum(20 + jsonb_array_length(${c.fields})), 0)::int as fields
  from ${definitions.name} where ${c.siteId} = $1`;

/** Custom fields, and 20 for each content type. */
export const MAX_SCHEMA_FIELDS = 5_000;
/** Of all sites together, in the same unit: about 30 MB. */
const MAX_CACHED_FIELDS = 25_000;
const MAX_CACHED_SITES = 50;

interface Cached {
  revision: string;
  schema: GraphQLSchema;
}

/** The GraphQL schemas of sites, built of their content types, the least recently used removed first. */
export class SiteSchemas {
  private readonly base: BaseSchema;
  private readonly cache = new LRUCache<string, Cached>({ max: MAX_CACHED_SITES, maxSize: MAX_CACHED_FIELDS });

  /** @param schema the main schema, as GraphQL serves it */
  constructor(schema: GraphQLSchema, urls: FileUrls) {
    this.base = new BaseSchema(schema, urls);
  }

  /**
   * By the content types as they are now: one small statement.
   * @throws ServiceError 400 where the site has too many fields for a schema
   */
  async get(viewer: Viewer): Promise<GraphQLSchema> {
    const siteId = viewer.site.id;
    const revision = (await viewer.scope.row<{ revision: string | null }>(REVISION, [siteId]))?.revision ?? '';
    const known = this.find(siteId, revision);
    if (known) return known;
    const size = (await viewer.scope.row<{ fields: number }>(FIELDS, [siteId]))?.fields ?? 0;
    if (size > MAX_SCHEMA_FIELDS) throw tooMany(size);
    const types = await viewer.scope.rows(DEFINITIONS, [siteId]);
    // Another request may have built it meanwhile.
    const schema = this.find(siteId, revision) ?? buildSiteSchema(this.base, types);
    this.cache.set(siteId, { revision, schema }, { size: Math.max(size, 1) });
    return schema;
  }

  private find(siteId: string, revision: string): GraphQLSchema | undefined {
    const cached = this.cache.get(siteId);
    return cached?.revision === revision ? cached.schema : undefined;
  }
}

function tooMany(fields: number): ServiceError {
  const message = `The content types of the site are too large for /graphql/site: ${fields} of ${MAX_SCHEMA_FIELDS} (each field counts 1, each type 20). Use /graphql`;
  return new ServiceError('BAD_REQUEST', message);
}
