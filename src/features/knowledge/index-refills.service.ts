import type { Database } from '../../database/database.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';

/** The key of the job that maintains a site's part of the index. */
export function reconcileKey(index: Pick<VectorIndex, 'name'>, siteId: string): string {
  return `${index.name}/${siteId}`;
}

/** Sites whose part of a new index is not filled yet: searches there would return incomplete results. */
export class IndexRefills {
  private readonly database: Database;
  private readonly vectors: { active: { index: VectorIndex } };
  /** Sites that are known to be filled, for this generation of the index. */
  private refilledSites = new Set<string>();
  private generation: string | undefined;

  constructor(database: Database, vectors: { active: { index: VectorIndex } }) {
    this.database = database;
    this.vectors = vectors;
  }

  /**
   * One statement for the first search of a site after the index was created, and while it is being filled; none
   * otherwise.
   */
  async isRefilling(siteId: string): Promise<boolean> {
    const { index } = this.vectors.active;
    const { generation } = index;
    if (generation !== this.generation) this.refilledSites = new Set();
    this.generation = generation;
    if (generation === undefined || this.refilledSites.has(siteId)) return false;
    const jobs = await this.database.system.rows(
      `select from job where kind = 'reconcile-index' and key = $1 and status in ('queued', 'running')
         and payload->>'again' = 'true' limit 1`,
      [reconcileKey(index, siteId)],
    );
    if (jobs.length === 0 && generation === index.generation) this.refilledSites.add(siteId);
    return jobs.length > 0;
  }
}
