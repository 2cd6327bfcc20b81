import type { Database } from '../../database/database.ts';
import { type RowOf, table } from '../../database/table.ts';
import { SiteEntity } from '../../features/site/site.entity.ts';

const sites = table(SiteEntity, 's', { only: ['id', 'name'] });
const SITES = sites.select(`order by ${sites.c.id}`);

type SiteName = RowOf<typeof sites>;

/** All sites, or the selected one. */
export async function sitesToReindex(database: Database, only: string | undefined): Promise<SiteName[]> {
  const all = await database.system.rows(SITES);
  const chosen = all.filter(({ id }) => only === undefined || id === only);
  if (only !== undefined && chosen.length === 0) throw new Error(`Unknown site ${only}`);
  return chosen;
}
