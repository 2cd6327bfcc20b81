import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { Values } from '../../database/columns.ts';
import { Checks } from '../../shared/checks.ts';
import { ServiceError, conflict, notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import {
  type Page,
  type PageRequest,
  type Sort,
  behind,
  orderBy,
  pageBounds,
  toPage,
} from '../../shared/pagination.ts';
import type { Viewer } from '../access/viewer.ts';
import { TriggerEntity } from './trigger.entity.ts';
import type { TriggerEntityRow } from './trigger.entity.ts';
import { TRIGGER_COLUMNS, type TriggerRow, shown } from './trigger.rows.ts';
import { checkTrigger, valueKey } from './trigger.rules.ts';
import type { CreateTriggerInput, Trigger, TriggerFilter, UpdateTriggerInput } from './trigger.types.ts';

/** Highest priority first; of equals the newer one first here, as the older one is checked first in `TriggerSets`. */
const BY_PRIORITY: Sort = { expression: 't.priority', direction: 'desc', type: 'integer', nullable: false };
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
    const [count] = await viewer.scope.rows<{ total: number }>(
      `select count(*)::int as total from trigger t where ${where.join(' and ')}`,
      values.list,
    );
    if (bounds.after) where.push(behind(bounds.after, BY_PRIORITY, 't.id', values));
    const rows = await viewer.scope.rows<TriggerRow>(
      `select ${TRIGGER_COLUMNS} from trigger t where ${where.join(' and ')} order by ${orderBy(BY_PRIORITY, 't.id')}
       limit ${values.add(bounds.limit + 1)} offset ${values.add(bounds.offset)}`,
      values.list,
    );
    return toPage(rows.map(shown), count?.total ?? 0, bounds, (trigger) => trigger.options.priority);
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
    const checks = checkTrigger(input, input.type);
    await checkCount(viewer, checks);
    checks.refuse();
    const id = newId();
    await refuseDoubles(() =>
      viewer.scope.write(async (tx) => {
        tx.em.create(TriggerEntity, {
          id,
          siteId: viewer.site.id,
          type: input.type,
          value: input.trigger.value.trim(),
          valueKey: valueKey(input.trigger.value),
          confidence: input.trigger.confidence ?? DEFAULT_CONFIDENCE,
          examples: input.trigger.examples ?? [],
          contentId: input.response?.contentId ?? null,
          message: input.response?.message ?? null,
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
        const trigger = await tx.em.findOne(TriggerEntity, { id });
        if (!trigger) throw notFound('Trigger');
        checkTrigger(input, trigger.type).refuse();
        change(trigger, input);
      }),
    );
    return this.get(viewer, id);
  }

  async delete(viewer: Viewer, id: string): Promise<void> {
    refuseMalformed(id);
    const removed = await viewer.scope.write((tx) => tx.em.nativeDelete(TriggerEntity, { id }));
    if (removed === 0) throw notFound('Trigger');
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
  if (response?.contentId !== undefined) trigger.contentId = response.contentId;
  if (response?.message !== undefined) trigger.message = response.message;
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

async function checkCount(viewer: Viewer, checks: Checks): Promise<void> {
  const row = await viewer.scope.row<{ count: number }>(
    'select count(*)::int as count from trigger where site_id = $1',
    [viewer.site.id],
  );
  if ((row?.count ?? 0) >= MOST_TRIGGERS) checks.fault('trigger', `must not be more than ${MOST_TRIGGERS} of a site`);
}

async function refuseDoubles(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw conflict('A keyword trigger with this value already exists');
  }
}
