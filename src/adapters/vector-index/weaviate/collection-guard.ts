import { randomUUID } from 'node:crypto';
import type { WeaviateClass } from 'weaviate-client';
import { singleFlight } from '../../../shared/once.ts';
import { OutageError } from '../../../shared/outage.ts';
import { createCollection, readMarker, storedDefinition, type CollectionOptions } from './collection.ts';
import { DEPENDENCY, type WeaviateConnection } from './connection.ts';

/** State of the collection: created by the service, missing, or created by another application. */
type CollectionState = { status: 'own'; marker: string } | { status: 'missing' } | { status: 'foreign' };

export interface GuardOptions extends CollectionOptions {
  /** Interval of the check while there is no other reason for one. */
  checkEveryMs?: number | undefined;
}

const CHECK_EVERY_MS = 5_000;
/** One check is valid for all writes of this long: a server cannot be emptied and restarted within it. */
const FRESH_MS = 200;

/**
 * Ensures that the service only uses its own collection: a server that lost its data would create one at the first
 * write, with guessed properties. Checks the collection before every write, after every outage, when a search finds
 * nothing, and every few seconds; recreates a missing one once it knows how to fill it.
 * See decision 46.
 */
export class CollectionGuard {
  private readonly connection: WeaviateConnection;
  private readonly name: string;
  private readonly options: GuardOptions;
  private state: CollectionState | undefined;
  private readAt = -Infinity;
  private feed: (() => Promise<void>) | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** Reads the state. */
  readonly readState = singleFlight(async () => {
    this.state = classifyState(await storedDefinition(this.connection, this.name));
    this.readAt = performance.now();
    return this.state;
  });

  /** The jobs are written first: otherwise a process that crashes in between would leave the collection empty. */
  private readonly recreate = singleFlight(async () => {
    if (!this.feed) return;
    await this.feed();
    await this.create();
  });

  constructor(connection: WeaviateConnection, name: string, options: GuardOptions) {
    this.connection = connection;
    this.name = name;
    this.options = options;
    connection.onBack(() => {
      this.state = undefined;
      void this.check();
    });
  }

  /** Changes with each created collection; undefined until one was found. */
  get marker(): string | undefined {
    return this.state?.status === 'own' ? this.state.marker : undefined;
  }

  /** Starts checking: a missing collection is recreated after `feed` has written the jobs that fill it. */
  async start(feed: () => Promise<void>): Promise<void> {
    this.feed = feed;
    this.timer = setInterval(() => void this.check(), this.options.checkEveryMs ?? CHECK_EVERY_MS).unref();
    await this.check();
  }

  stop(): void {
    clearInterval(this.timer);
    this.feed = undefined;
  }

  /** Creates the collection, empty, unless it exists. */
  async prepare(): Promise<void> {
    if ((await this.readState()).status === 'missing') await this.create();
    await this.assertOwnCollection();
  }

  /**
   * Rejects with an outage unless the collection is the service's own. Checks it if its state is unknown, and before
   * writes.
   */
  async assertOwnCollection(options: { writes?: boolean } = {}): Promise<void> {
    const isFresh = performance.now() - this.readAt < FRESH_MS;
    const cachedState = options.writes === true && !isFresh ? undefined : this.state;
    const state = cachedState?.status === 'own' ? cachedState : await this.readState();
    if (state.status === 'foreign') {
      throw new OutageError(
        DEPENDENCY,
        `The vector index has a collection ${this.name} that this service did not create`,
      );
    }
    if (state.status === 'missing') {
      void this.recreate().catch(() => undefined);
      throw new OutageError(DEPENDENCY, 'The vector index is empty and is being rebuilt');
    }
  }

  /** Resets the state after a response that contradicts it. */
  invalidate(): void {
    this.state = undefined;
    this.readAt = -Infinity;
  }

  /** Never rejects: while the server is unavailable nothing can be checked. */
  private async check(): Promise<void> {
    const state = await this.readState().catch(() => undefined);
    if (state?.status === 'missing') await this.recreate().catch(() => undefined);
  }

  private async create(): Promise<void> {
    await createCollection(this.connection, this.name, randomUUID(), this.options);
    await this.readState();
  }
}

function classifyState(stored: WeaviateClass | undefined): CollectionState {
  if (!stored) return { status: 'missing' };
  const marker = readMarker(stored);
  return marker === undefined ? { status: 'foreign' } : { status: 'own', marker };
}
