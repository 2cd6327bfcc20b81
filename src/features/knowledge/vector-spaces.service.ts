import type { Database, Rows, ScopeTransaction } from '../../database/database.ts';
import type { EmbeddingModel, OpenVectorSpace, Space, VectorSpace } from '../../ports/vector-space.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { singleFlight } from '../../shared/once.ts';
import type { JobService } from '../job/job.service.ts';
import {
  CREATE_STATE,
  type EmbeddingState,
  FORGET_FORMER,
  modelOfChunks,
  readState,
  writeModels,
} from './embedding/embedding-state.rows.ts';

/** The models of vectors that are written, and the one that is searched. */
export interface Vectors {
  /** The generation of the models; chunks are published only with the current one. Null if it is not checked. */
  readonly generation: number | null;
  readonly active: Space;
  /** The space that is being prepared to replace it. */
  readonly next: Space | null;
  refresh(): Promise<unknown>;
}

export interface VectorSpacesDependencies {
  database: Database;
  jobs: JobService;
  /** The space of the configuration. */
  space: VectorSpace;
  openSpace: OpenVectorSpace;
  log: Logger;
}

/** Other instances notice a change of the models within `POLL_MS`; they use the former index until then. */
export const REMOVE_AFTER_SECONDS = 15 * 60;
const POLL_MS = 5_000;
/** Lock of what removes the indexes of former models, and of what uses one of these models again. */
const FORMER_INDEXES = 'former-indexes';
/** Searches that have begun with an index end within this time. */
const CLOSE_AFTER_MS = 60_000;

/**
 * The embedding model that is searched, with its index, and one that is being prepared to replace it. PostgreSQL has
 * which ones these are, for all instances. A start with another model begins a change; the last start wins.
 */
export class VectorSpaces implements Vectors {
  active: VectorSpace;
  next: VectorSpace | null = null;
  generation: number | null = null;
  /** The percentage of chunks that had a vector of the next model at the start. */
  private percent = 0;
  private readonly deps: VectorSpacesDependencies;
  private readonly openSpaces = new Map<string, VectorSpace>();
  private readonly closeTimers = new Map<string, NodeJS.Timeout>();
  private timer: NodeJS.Timeout | undefined;
  private onActive: (space: VectorSpace) => Promise<unknown> = async () => {};

  /** Reads the models and opens what they need. */
  readonly refresh = singleFlight(async (): Promise<EmbeddingState> => {
    const state = await readState(this.deps.database.system);
    if (!state) throw new Error('The embedding model was not recorded');
    if (state.generation !== this.generation) await this.use(state);
    return state;
  });

  constructor(deps: VectorSpacesDependencies) {
    this.deps = deps;
    this.active = deps.space;
    this.openSpaces.set(deps.space.model, deps.space);
  }

  /**
   * Begins a change to the configured model if another one is searched, or ends one if it is searched already.
   */
  async start(): Promise<void> {
    await this.choose({ isAsked: false });
    await this.refresh();
    this.percent = Math.floor(100 * (await this.progress()));
  }

  /** Uses the recorded models and changes nothing, for a command beside the service. */
  async useRecorded(): Promise<void> {
    if (await readState(this.deps.database.system)) await this.refresh();
  }

  /** @param onActive is called with each space that is searched from now on */
  async watch(onActive: (space: VectorSpace) => Promise<unknown>): Promise<void> {
    this.onActive = onActive;
    await onActive(this.active);
    if (this.deps.space.watchIndex !== null) {
      const poll = () => void this.refresh().catch((err) => this.deps.log.debug({ err }, 'the models were not read'));
      this.timer ??= setInterval(poll, POLL_MS).unref();
    }
  }

  /** Ends a change: the searched model stays. Its vectors are kept for a while, in case that it is begun again. */
  async cancel() {
    await this.refresh();
    if (this.next && !this.active.isAvailable)
      throw new ServiceError('CONFLICT', 'The embedding model that is searched is not available any more');
    await this.deps.database.system.write(async (tx) => {
      const state = await readState(tx, 'for update');
      if (!state?.next) return;
      const former = [...state.former, state.next];
      await writeModels(tx, { ...state, next: null, cancelled: state.next.model, former });
      await this.enqueueRemoval(tx);
      await this.enqueueChange(tx);
    });
    return this.models();
  }

  /** Begins the change to the configured model, also if it was cancelled. */
  async begin() {
    await this.choose({ isAsked: true });
    return this.models();
  }

  /** Makes the next model the searched one, unless `isComplete`, which is called in the transaction, says no. */
  async complete(generation: number, isComplete: (tx: Rows) => Promise<boolean>) {
    const isDone = await this.deps.database.system.write(async (tx) => {
      const state = await readState(tx, 'for update');
      if (!state?.next || state.generation !== generation || !(await isComplete(tx))) return false;
      await writeModels(tx, {
        active: state.next,
        next: null,
        cancelled: null,
        former: [...state.former, state.active],
      });
      await this.enqueueRemoval(tx);
      return true;
    });
    await this.refresh();
    return isDone;
  }

  /** Removes the indexes of models that are not used any more. Meanwhile none is used again, and sources are indexed. */
  async removeFormer(): Promise<number> {
    return this.deps.database.system.write(async (tx) => {
      await tx.lock(FORMER_INDEXES);
      const state = await readState(tx);
      if (!state) return 0;
      const unused = new Map(state.former.map((each) => [each.model, each]));
      for (const model of [state.active, state.next]) if (model) unused.delete(model.model);
      for (const each of unused.values()) {
        const space = await this.openSpace(each);
        await this.close(space);
        await space.removeIndex();
      }
      await tx.rows(FORGET_FORMER, [[...unused.keys()]]);
      return unused.size;
    });
  }

  /** Rejects while no model can embed. */
  async checkEmbedder(): Promise<void> {
    const space = [this.active, this.next].find((each) => each?.isAvailable) ?? this.active;
    await space.embedder.embedQuery('ready');
  }

  get all(): VectorSpace[] {
    return this.next ? [this.active, this.next] : [this.active];
  }

  async models() {
    const { embedded, chunks, startedAt, cancelled } = await this.refresh();
    const toStatus = ({ model, dimensions, isAvailable }: VectorSpace) => ({ model, dimensions, isAvailable });
    return {
      active: toStatus(this.active),
      next: this.next && toStatus(this.next),
      embedded,
      chunks,
      startedAt,
      cancelled,
    };
  }

  /** Share of the chunks that have a vector of the next model, 0 to 1; 1 without one. */
  async progress(): Promise<number> {
    const { next, embedded, chunks } = await this.refresh();
    if (!next) return 1;
    return chunks === 0 ? 0 : Math.min(1, embedded / chunks);
  }

  /** Describes the models for the start message. */
  describe(): string {
    const note = this.active.isAvailable ? '' : ' (not available: searches match words)';
    if (!this.next) return this.active.model + note;
    return `${this.active.model}${note}, until the vectors of ${this.next.model} are complete (${this.percent} % at the start)`;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    for (const timer of this.closeTimers.values()) clearTimeout(timer);
    for (const space of this.openSpaces.values()) await this.close(space);
  }

  private async choose({ isAsked }: { isAsked: boolean }): Promise<void> {
    const { database, space, log } = this.deps;
    const { model, dimensions, folder } = space;
    const configured: EmbeddingModel = { model, dimensions, folder };
    if (!(await readState(database.system))) {
      const first = (await modelOfChunks(database.system)) ?? configured;
      await database.system.rows(CREATE_STATE, [JSON.stringify(first)]);
    }
    await database.system.write(async (tx) => {
      await tx.lock(FORMER_INDEXES);
      const state = await readState(tx, 'for update');
      if (!state) return;
      const { active, next } = state;
      const former = [...state.former, ...(next && next.model !== model ? [next] : [])];
      if (active.model === model) {
        if (next || state.cancelled !== null)
          await writeModels(tx, { active: configured, next: null, cancelled: null, former });
        if (next) await this.enqueueRemoval(tx);
        if (next) await this.enqueueChange(tx);
        return;
      }
      if (state.cancelled === model && !isAsked) {
        log.warn({ active: active.model, model }, 'the change of the embedding model was cancelled and stays so');
        return;
      }
      if (next?.model !== model) {
        await writeModels(tx, { active, next: configured, cancelled: null, former });
        log.info({ active: active.model, next: model }, 'vectors of another embedding model are being prepared');
      }
      await this.enqueueChange(tx);
    });
  }

  private async use(state: EmbeddingState): Promise<void> {
    const active = await this.openSpace(state.active);
    const next = state.next && (await this.openSpace(state.next));
    const isChanged = active !== this.active;
    if (isChanged) await this.onActive(active);
    [this.active, this.next, this.generation] = [active, next, state.generation];
    if (isChanged) this.deps.log.info({ model: active.model }, 'searches use the vectors of this embedding model');
    for (const space of this.openSpaces.values()) if (space !== active && space !== next) this.closeLater(space);
  }

  private async openSpace(model: EmbeddingModel): Promise<VectorSpace> {
    clearTimeout(this.closeTimers.get(model.model));
    this.closeTimers.delete(model.model);
    const space = this.openSpaces.get(model.model) ?? (await this.deps.openSpace(model));
    this.openSpaces.set(model.model, space);
    await space.openIndex();
    return space;
  }

  private closeLater(space: VectorSpace): void {
    if (this.closeTimers.has(space.model)) return;
    const close = () => void this.close(space).catch((err) => this.deps.log.warn({ err }, 'an index was not closed'));
    this.closeTimers.set(space.model, setTimeout(close, CLOSE_AFTER_MS).unref());
  }

  private async close(space: VectorSpace): Promise<void> {
    clearTimeout(this.closeTimers.get(space.model));
    this.closeTimers.delete(space.model);
    this.openSpaces.delete(space.model);
    await space.close();
  }

  private async enqueueChange(tx: ScopeTransaction): Promise<void> {
    await this.deps.jobs.enqueue(tx, { kind: 'change-embedder', key: 'installation' });
  }

  private async enqueueRemoval(tx: ScopeTransaction): Promise<void> {
    const request = { kind: 'remove-vectors', key: 'installation', delaySeconds: REMOVE_AFTER_SECONDS } as const;
    await this.deps.jobs.enqueue(tx, request);
  }
}
