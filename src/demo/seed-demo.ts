import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { ANONYMOUS } from '../access/entitlement.ts';
import { Viewer } from '../access/viewer.ts';
import type { Features } from '../features/features.ts';
import type { CreateContentInput } from '../features/content/content.inputs.ts';
import { COLLECTION, DOCUMENTS, GUIDE, GUIDES, ITEMS, MECHANIC, MECHANICS, SUBSCRIPTIONS } from './demo-content.ts';

const NAME = 'demo';
const OWNER = 'demo@example.org';

/** File with the API key of the demo site, because the database only stores its hash. */
export function demoKeyFile(dataDir: string): string {
  return join(dataDir, 'secrets', 'demo-api-key');
}

/** Id of the demo site, for `npm run token`. */
export function demoSiteFile(dataDir: string): string {
  return join(dataDir, 'demo-site');
}

/**
 * Fills a new installation with the demo site. Returns its API key, or null if the site exists. The file with the key
 * is written last, so an interrupted seed is repeated.
 */
export async function seedDemo(database: Database, features: Features, dataDir: string): Promise<string | null> {
  const file = demoKeyFile(dataDir);
  if (existsSync(file)) return null;
  const sites = await features.sites.list();
  if (sites.some((site) => site.name !== NAME || site.ownerEmail !== OWNER)) return null;
  for (const incompleteSite of sites) await features.sites.delete(incompleteSite.id);

  const site = await features.sites.create({ name: NAME, ownerEmail: OWNER, plan: 'enterprise' });
  await features.sites.update(site.id, { subscriptions: SUBSCRIPTIONS });
  const { secret } = await features.sites.createKey(site.id, { name: 'First key' });
  const entry = await features.keys.find(secret);
  if (!entry) throw new Error('The key that was just created is unknown');
  await fill(
    features,
    new Viewer({
      site: entry.site,
      scope: database.forSite(site.id, 'caller'),
      key: entry.key,
      entitlement: ANONYMOUS,
    }),
  );
  writeFileSync(demoSiteFile(dataDir), `${site.id}\n`);
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
  const temporaryFile = `${file}.${randomUUID()}`;
  writeFileSync(temporaryFile, `${secret}\n`, { mode: 0o600 });
  renameSync(temporaryFile, file);
  return secret;
}

async function fill({ contentTypes, collections, contents, documents }: Features, viewer: Viewer): Promise<void> {
  await contentTypes.create(viewer, MECHANIC);
  await contentTypes.create(viewer, GUIDE);
  const collection = await collections.create(viewer, COLLECTION);
  const ids = new Map<string, string>();
  const create = async (input: CreateContentInput): Promise<void> => {
    const customFields = withIds(input.customFields ?? {}, ids);
    const { id } = await contents.create(viewer, { status: 'published', ...input, customFields });
    ids.set(input.externalId, id);
  };
  for (const mechanic of MECHANICS) await create(mechanic);
  for (const [index, guide] of GUIDES.entries()) {
    await create({ ...guide, collectionId: collection.id, sortOrder: index + 1 });
  }
  for (const item of ITEMS) await create(item);
  for (const document of DOCUMENTS) await documents.create(viewer, document);
}

/** The demo data has externalIds where references have ids. */
function withIds(fields: Record<string, unknown>, ids: ReadonlyMap<string, string>): Record<string, unknown> {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    return typeof value === 'string' ? (ids.get(value) ?? value) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, replace(value)]));
}
