import { withDeadline } from '../../shared/deadline.ts';
import { Checks } from '../../shared/checks.ts';
import { ServiceError } from '../../shared/errors.ts';
import { ModelFailure } from '../../shared/model-failure.ts';
import type { Egress } from '../../ports/egress.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import { type ModelAddress, checkAddress, contextOf } from './site-model.rules.ts';
import type { StoredModelKey } from './site.entity.ts';

interface Kept<M> {
  version: number;
  model: Promise<M | null>;
}

/** Of the sites that were last asked. */
const MAX_KEPT = 500;

/** The adapters of sites' own models, of one kind. Needs no SQL but for the first call after a change. */
export class OwnModels<M> {
  private readonly open: (siteId: string) => Promise<M | null>;
  private readonly kept = new Map<string, Kept<M>>();

  constructor(open: (siteId: string) => Promise<M | null>) {
    this.open = open;
  }

  /** Facts that were cached before the last change do not open the model again. */
  of(siteId: string, version: number): Promise<M | null> {
    const known = this.kept.get(siteId);
    this.kept.delete(siteId);
    const kept = known && known.version >= version ? known : this.opened(siteId, version);
    this.kept.set(siteId, kept);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MAX_KEPT) break;
      this.kept.delete(oldest);
    }
    return kept.model;
  }

  /** Several requests may wait for it, so the deadline of one of them does not apply. */
  private opened(siteId: string, version: number): Kept<M> {
    const kept = { version, model: withDeadline(undefined, () => this.open(siteId)) };
    kept.model.catch(() => {
      if (this.kept.get(siteId) === kept) this.kept.delete(siteId);
    });
    return kept;
  }
}

/** @throws ServiceError if the installation has another encryption key or other rules for hosts than when it was set */
export function keyOf(
  siteId: string,
  stored: ModelAddress & { key: StoredModelKey | null },
  { egress, secrets }: { egress: Egress; secrets: SecretBox },
): string | undefined {
  try {
    const checks = new Checks();
    checkAddress(checks, stored, egress);
    checks.throwIfInvalid();
    return stored.key ? secrets.open(stored.key.sealed, contextOf(siteId, stored)) : undefined;
  } catch {
    const cause = new ModelFailure('invalid-settings');
    throw new ServiceError('BAD_GATEWAY', 'Agent service unavailable', {}, { cause });
  }
}
