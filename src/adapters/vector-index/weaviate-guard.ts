import { randomUUID } from 'node:crypto';
import type { WeaviateClass } from 'weaviate-client';
import { OutageError } from '../../shared/outage.ts';
import { createCollection, markerOf, storedDefinition, type CollectionOptions } from './weaviate-collection.ts';
import { DEPENDENCY, type WeaviateConnection } from './weaviate-connection.ts';

/** How the collection was found: made by the service, not there, or somebody else's. */
type Standing = { is: 'ours'; marker: string } | { is: 'missing' } | { is: 'foreign' };

export interface GuardOptions extends CollectionOptions {
  /** How often the collection is looked at while nothing else does. */
  lookEveryMs?: number | undefined;
}

const LOOK_EVERY_MS = 5_000;
/** A look serves all writes of this long: no server is emptied and started again within it. */
const FRESH_MS = 200;

/**
 * Keeps the service from using a collection that is not its own: a server whose data is gone would make one from the first
 * write, with properties that it guesses. Looks at the collection before every write, after every outage, when a search
 * finds nothing, and every few seconds; makes a missing one anew once it is told how to fill it.
 */
export class CollectionGuard {
  readonly #connection: WeaviateConnection;
  readonly #name: string;
  readonly #options: GuardOptions;
  #standing: Standing | undefined;
  #lookedAt = -Infinity;
  #looking: Promise<Standing> | undefined;
  #feed: (() => Promise<void>) | undefined;
  #making: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: WeaviateConnection, name: string, options: GuardOptions) {
    this.#connection = connection;
    this.#name = name;
    this.#options = options;
    connection.onBack(() => {
      this.#standing = undefined;
      void this.#tick();
    });
  }

  /** Another one for each collection that was made; undefined until one was found. */
  get marker(): string | undefined {
    return this.#standing?.is === 'ours' ? this.#standing.marker : undefined;
  }

  /** From now on a missing collection is made anew, after `feed` has written the jobs that fill it. */
  async start(feed: () => Promise<void>): Promise<void> {
    this.#feed = feed;
    this.#timer = setInterval(() => void this.#tick(), this.#options.lookEveryMs ?? LOOK_EVERY_MS).unref();
    await this.#tick();
    await this.#making?.catch(() => undefined);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#feed = undefined;
  }

  /** Makes the collection unless it is there, without anything in it. */
  async prepare(): Promise<void> {
    if ((await this.look()).is === 'missing') await this.#create();
    await this.assertOurs();
  }

  /** Rejects with an outage unless the collection is the service's own. Looks at it if that is not known, and before writes. */
  async assertOurs(options: { writes?: boolean } = {}): Promise<void> {
    const isFresh = performance.now() - this.#lookedAt < FRESH_MS;
    const known = options.writes === true && !isFresh ? undefined : this.#standing;
    const standing = known?.is === 'ours' ? known : await this.look();
    if (standing.is === 'foreign') {
      throw new OutageError(
        DEPENDENCY,
        `The vector index has a collection ${this.#name} that this service did not make`,
      );
    }
    if (standing.is === 'missing') {
      void this.#make().catch(() => undefined);
      throw new OutageError(DEPENDENCY, 'The vector index is empty and is made anew');
    }
  }

  /** Reads what stands there; one look at a time. */
  look(): Promise<Standing> {
    this.#looking ??= storedDefinition(this.#connection, this.#name)
      .then((stored) => {
        this.#standing = standingOf(stored);
        this.#lookedAt = performance.now();
        return this.#standing;
      })
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }

  /** Forgets what was found: something that the collection answered does not agree with it. */
  suspect(): void {
    this.#standing = undefined;
    this.#lookedAt = -Infinity;
  }

  /** Never rejects: while the server is away there is nothing to see. */
  async #tick(): Promise<void> {
    const standing = await this.look().catch(() => undefined);
    if (standing?.is === 'missing') await this.#make().catch(() => undefined);
  }

  /** The jobs first: were the collection first, a process that dies in between would leave it empty for good. */
  #make(): Promise<void> {
    const feed = this.#feed;
    if (!feed) return Promise.resolve();
    this.#making ??= feed()
      .then(() => this.#create())
      .finally(() => {
        this.#making = undefined;
      });
    return this.#making;
  }

  async #create(): Promise<void> {
    await createCollection(this.#connection, this.#name, randomUUID(), this.#options);
    await this.look();
  }
}

function standingOf(stored: WeaviateClass | undefined): Standing {
  if (!stored) return { is: 'missing' };
  const marker = markerOf(stored);
  return marker === undefined ? { is: 'foreign' } : { is: 'ours', marker };
}
