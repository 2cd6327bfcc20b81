import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { Values } from '../../database/columns.ts';
import type { ScopeTransaction } from '../../database/database.ts';
import { ServiceError, conflict, notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { type Page, type PageRequest, type Sort, pageBounds, readPage } from '../../shared/pagination.ts';
import type { Viewer } from '../access/viewer.ts';
import { TriggerEntity } from './trigger.entity.ts';
import type { TriggerEntityRow } from './trigger.entity.ts';
import { TRIGGER_COLUMNS, type TriggerRow, shown } from './trigger.rows.ts';
import { checkNewTrigger, checkTriggerChange, valueKey } from './trigger.rules.ts';
import { changeTriggers } from './trigger-sets.ts';
import type { CreateTriggerInput, Trigger, TriggerFilter, UpdateTriggerInput } from './trigger.types.ts';

/** The order in which triggers are checked: highest priority first, of equals the older one. */
const AS_CHECKED: Sort = { expression: '-t.priority', direction: 'asc', type: 'integer', nullable: false };
const SIZES = { standard: 50, most: 100 };
const DEFAULT_CONFIDENCE = 0.7;
const MOST_TRIGGERS = 20_000;

export class TriggerService {
  async list(viewer: Viewer, filter: TriggerFilter, page: PageRequest): Promise<Page<Trigger>> {
    const bounds = pageBounds(page, SIZES);
    const values = new Values();
    const where = [`t.site_id = ${values.add(viewer.site.id)}`];
    if (filter.type) where.push(`t.type = ${values.add(filter.type)}`);
    if (typeof filter.enabled === 'boolean') where.push(`t.enabled = ${values.add(filter.enabled)}`);
    if (filter.tag) where.push(`t.tags @> array[${values.add(filter.tag)}]::text[]`);
    return readPage<TriggerRow, Trigger>(viewer.scope, bounds, {
      columns: TRIGGER_COLUMNS,
      table: 'trigger t',
      where,
      values,
      sort: AS_CHECKED,
      shown,
      sortValue: (trigger) => -trigger.options.priority,
    });
  }

  async get(viewer: Viewer, id: string): Promise<Trigger> {
    refuseMalformed(id);
    const row = await viewer.scope.row<TriggerRow>(
      `select ${TRIGGER_COLUMNS} from trigger t where t.site_id = $1 and t.id = $2`,
      [viewer.site.id, id],
    );
    if (!row) throw notFound('Trigger');
    return shown(row);
  }

  async create(viewer: Viewer, input: CreateTriggerInput): Promise<Trigger> {
    checkNewTrigger(input).refuse();
    const id = newId();
    const value = input.trigger?.value ?? '';
    await refuseDoubles(() =>
      viewer.scope.write(async (tx) => {
        await changeTriggers(tx);
        await refuseTooMany(tx);
        tx.em.create(TriggerEntity, {
          id,
          siteId: tx.siteId,
          type: input.type,
          value: value.trim(),
          valueKey: valueKey(value),
          confidence: input.trigger?.confidence ?? DEFAULT_CONFIDENCE,
          examples: input.trigger?.examples ?? [],
          contentId: filled(input.response?.contentId),
          message: filled(input.response?.message),
          actions: input.actions ?? [],
          skipAgent: input.options?.skipAgent ?? false,
          actionsOnly: input.options?.actionsOnly ?? false,
          priority: input.options?.priority ?? 0,
          enabled: input.enabled ?? true,
          tags: input.tags ?? [],
        });
      }),
    );
    return this.get(viewer, id);
  }

  async update(viewer: Viewer, id: string, input: UpdateTriggerInput): Promise<Trigger> {
    refuseMalformed(id);
    await refuseDoubles(() =>
      viewer.scope.write(async (tx) => {
        await changeTriggers(tx);
        const trigger = await tx.em.findOne(TriggerEntity, { id });
        if (!trigger) throw notFound('Trigger');
        checkTriggerChange(input, trigger.type).refuse();
        change(trigger, input);
      }),
    );
    return this.get(viewer, id);
  }

  async delete(viewer: Viewer, id: string): Promise<void> {
    refuseMalformed(id);
    await viewer.scope.write(async (tx) => {
      await changeTriggers(tx);
      const removed = await tx.em.nativeDelete(TriggerEntity, { id });
      if (removed === 0) throw notFound('Trigger');
    });
  }
}

function change(trigger: TriggerEntityRow, input: UpdateTriggerInput): void {
  const { trigger: condition, response, options } = input;
  if (condition?.value) {
    trigger.value = condition.value.trim();
    trigger.valueKey = valueKey(condition.value);
  }
  if (condition?.confidence !== undefined) trigger.confidence = condition.confidence ?? DEFAULT_CONFIDENCE;
  if (condition?.examples !== undefined) trigger.examples = condition.examples ?? [];
  if (response === null) Object.assign(trigger, { contentId: null, message: null });
  if (response?.contentId !== undefined) trigger.contentId = filled(response.contentId);
  if (response?.message !== undefined) trigger.message = filled(response.message);
  if (input.actions !== undefined) trigger.actions = input.actions ?? [];
  if (options === null) Object.assign(trigger, { skipAgent: false, actionsOnly: false, priority: 0 });
  if (options?.skipAgent !== undefined) trigger.skipAgent = options.skipAgent ?? false;
  if (options?.actionsOnly !== undefined) trigger.actionsOnly = options.actionsOnly ?? false;
  if (options?.priority !== undefined) trigger.priority = options.priority ?? 0;
  if (input.enabled !== undefined) trigger.enabled = input.enabled ?? true;
  if (input.tags !== undefined) trigger.tags = input.tags ?? [];
}

function refuseMalformed(id: string): void {
  if (!isId(id)) throw new ServiceError('BAD_REQUEST', 'Invalid trigger ID');
}

/** An empty text answers nothing: it must not stand in the place of the agent's words. */
function filled(text: string | null | undefined): string | null {
  return text?.trim() ? text : null;
}

async function refuseTooMany(tx: ScopeTransaction): Promise<void> {
  const [row] = await tx.rows<{ count: number }>('select count(*)::int as count from trigger where site_id = $1', [
    tx.siteId,
  ]);
  if ((row?.count ?? 0) >= MOST_TRIGGERS) {
    throw new ServiceError('BAD_REQUEST', `A site has at most ${MOST_TRIGGERS} triggers`);
  }
}

async function refuseDoubles(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw conflict('A keyword trigger with this value already exists');
  }
}
