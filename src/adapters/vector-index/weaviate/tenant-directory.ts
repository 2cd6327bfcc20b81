import { getOrAdd } from '../../../shared/get-or-add.ts';
import { singleFlight } from '../../../shared/once.ts';
import { siteOfTenant } from './tenants.ts';

/** How long the list of tenants is cached; other instances may have created some since. */
const FRESH_MS = 30_000;

/** The tenants of each site. */
export class TenantDirectory {
  private readonly listAll: () => Promise<string[]>;
  private tenantsBySite = new Map<string, Set<string>>();
  private readAt = -Infinity;
  /** The tenants created since the list was last requested, which may not contain them. */
  private readonly recent = new Map<string, string>();

  private readonly read = singleFlight(async () => {
    this.recent.clear();
    const tenants = await this.listAll();
    const tenantsBySite = new Map<string, Set<string>>();
    for (const tenant of tenants) {
      const siteId = siteOfTenant(tenant);
      if (siteId !== undefined) put(tenantsBySite, siteId, tenant);
    }
    for (const [tenant, siteId] of this.recent) put(tenantsBySite, siteId, tenant);
    this.tenantsBySite = tenantsBySite;
    this.readAt = performance.now();
  });

  constructor(listAll: () => Promise<string[]>) {
    this.listAll = listAll;
  }

  /**
   * May lack tenants that another instance created in the last half minute: sufficient for removing chunks that no
   * search would return.
   */
  async of(siteId: string): Promise<string[]> {
    return performance.now() - this.readAt > FRESH_MS
      ? this.fresh(siteId)
      : [...(this.tenantsBySite.get(siteId) ?? [])];
  }

  async fresh(siteId: string): Promise<string[]> {
    await this.read();
    return [...(this.tenantsBySite.get(siteId) ?? [])];
  }

  async sites(): Promise<string[]> {
    await this.read();
    return [...this.tenantsBySite.keys()];
  }

  add(siteId: string, tenant: string): void {
    put(this.tenantsBySite, siteId, tenant);
    this.recent.set(tenant, siteId);
  }

  forget(siteId: string): void {
    this.tenantsBySite.delete(siteId);
  }
}

function put(tenantsBySite: Map<string, Set<string>>, siteId: string, tenant: string): void {
  getOrAdd(tenantsBySite, siteId, () => new Set<string>()).add(tenant);
}
