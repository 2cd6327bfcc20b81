import type { Database } from '../../database/database.ts';

interface SiteName {
  id: string;
  name: string;
}

/** All sites, or the selected one. */
export async function sitesToReindex(database: Database, only: string | undefined): Promise<SiteName[]> {
  const all = await database.system.rows<SiteName>('select id, name from site order by id');
  const sites = all.filter(({ id }) => only === undefined || id === only);
  if (only !== undefined && sites.length === 0) throw new Error(`Unknown site ${only}`);
  return sites;
}
