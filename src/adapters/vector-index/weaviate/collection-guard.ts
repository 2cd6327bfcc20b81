import { randomUUID } from 'node:crypto';
import type { WeaviateClass } from 'weaviate-client';
import { oneAtATime } from '../../../shared/one-at-a-time.ts';
import { OutageError } from '../../../shared/outage.ts';
import { createCollection, markerOf, storedDefinition, type CollectionOptions } from './collection.ts';
import { DEPENDENCY, type WeaviateConnection } from './connection.ts';

/** State of the collection: created by the service, missing, or created by another application. */
type Standing = { is: 'ours'; marker: string } | { is: 'missing' } | { is: 'foreign' };

export interface GuardOptions extends CollectionOptions {
  /** Interval of the check while there is no other reason for one. */
  lookEveryMs?: number | undefined;
}

const LOOK_EVERY_MS = 5_000;
/** One check is valid for all writes of this long: a server cannot be emptied and restarted within it. */
const FRESH_MS = 200;

/**
 * Ensures that the service only uses its own collection: a server that lost its data would create one at the first
 * write, with guessed properties. Checks the collection before every write, after every outage, when a search finds
 * nothing, and every few seconds; recreates a missing one once it knows how to fill it.
 */
export class CollectionGuard {
  private readonly connection: WeaviateConnection;
  private readonly name: string;
  private readonly options: GuardOptions;
  private standing: Standing | undefined;
  private lookedAt = -Infinity;
  private feed: (() => Promise<void>) | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** Reads the state. */
  readonly look = oneAtATime(async () => {
    this.standing = standingOf(await storedDefinition(this.connection, this.name));
    this.lookedAt = performance.now();
    return this.standing;
  });

  /** The jobs are written first: otherwise a process that crashes in between would leave the collection empty. */
  private readonly make = oneAtATime(async () => {
    if (!this.feed) return;
    await this.feed();
    await this.create();
  });

  constructor(connection: WeaviateConnection, name: string, options: GuardOptions) {
    this.connection = connection;
    this.name = name;
    this.options = options;
    connection.onBack(() => {
      this.standing = undefined;
      void this.tick();
    });
  }

  /** Changes with each created collection; undefined until one was found. */
  get marker(): string | undefined {
    return this.standing?.is === 'ours' ? this.standing.marker : undefined;
  }

  /** From now on a missing collection is recreated after `feed` has written the jobs that fill it. */
  async start(feed: () => Promise<void>): Promise<void> {
    this.feed = feed;
    this.timer = setInterval(() => void this.tick(), this.options.lookEveryMs ?? LOOK_EVERY_MS).unref();
    await this.tick();
  }

  stop(): void {
    clearInterval(this.timer);
    this.feed = undefined;
  }

  /** Creates the collection, empty, unless it exists. */
  async prepare(): Promise<void> {
    if ((await this.look()).is === 'missing') await this.create();
    await this.assertOurs();
  }

  /**
   * Rejects with an outage unless the collection is the service's own. Checks it if its state is unknown, and before
   * writes.
   */
  async assertOurs(options: { writes?: boolean } = {}): Promise<void> {
    const isFresh = performance.now() - this.lookedAt < FRESH_MS;
    const known = options.writes === true && !isFresh ? undefined : this.standing;
    const standing = known?.is === 'ours' ? known : await this.look();
    if (standing.is === 'foreign') {
      throw new OutageError(
        DEPENDENCY,
        `The vector index has a collection ${this.name} that this service did not create`,
      );
    }
    if (standing.is === 'missing') {
      void this.make().catch(() => undefined);
      throw new OutageError(DEPENDENCY, 'The vector index is empty and is being rebuilt');
    }
  }

  /** Resets the state after a response that contradicts it. */
  suspect(): void {
    this.standing = undefined;
    this.lookedAt = -Infinity;
  }

  /** Never rejects: while the server is unavailable nothing can be checked. */
  private async tick(): Promise<void> {
    const standing = await this.look().catch(() => undefined);
    if (standing?.is === 'missing') await this.make().catch(() => undefined);
  }

  private async create(): Promise<void> {
    await createCollection(this.connection, this.name, randomUUID(), this.options);
    await this.look();
  }
}

function standingOf(stored: WeaviateClass | undefined): Standing {
  if (!stored) return { is: 'missing' };
  const marker = markerOf(stored);
  return marker === undefined ? { is: 'foreign' } : { is: 'ours', marker };
}
