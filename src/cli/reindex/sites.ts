import type { Database } from '../../database/database.ts';

interface SiteName {
  id: string;
  name: string;
}

/** All sites, or the one that is asked for. */
export async function sitesToReindex(database: Database, only: string | undefined): Promise<SiteName[]> {
  const all = await database.system.rows<SiteName>('select id, name from site order by id');
  const sites = all.filter(({ id }) => only === undefined || id === only);
  if (only !== undefined && sites.length === 0) throw new Error(`There is no site ${only}`);
  return sites;
}
