import { Where } from '../../database/where.ts';
import { assertBelowLimit, onDuplicate } from '../../database/writes.ts';
import { ServiceError, conflict, notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../shared/pagination.ts';
import type { Viewer } from '../access/viewer.ts';
import { TriggerEntity } from './trigger.entity.ts';
import type { TriggerEntityRow } from './trigger.entity.ts';
import { toTrigger, triggers } from './trigger.rows.ts';
import { checkNewTrigger, checkTriggerChange, valueKey } from './trigger.rules.ts';
import { changeTriggers } from './trigger-sets.ts';
import type { CreateTriggerInput, Trigger, TriggerFilter, UpdateTriggerInput } from './trigger.types.ts';

const { c } = triggers;
const BY_ID = triggers.select(`where ${c.siteId} = $1 and ${c.id} = $2`);

/** The order in which triggers are checked: highest priority first, of equals the older one. */
const AS_CHECKED: Sort = { expression: `-${c.priority}`, direction: 'asc', type: 'integer', nullable: false };
const DEFAULT_CONFIDENCE = 0.7;
const MAX_TRIGGERS = 20_000;

export class TriggerService {
  async list(viewer: Viewer, filter: TriggerFilter, page: PageRequest): Promise<Page<Trigger>> {
    return readPage(viewer.scope, page, {
      table: triggers,
      where: new Where()
        .equal(c.siteId, viewer.site.id)
        .equal(c.type, filter.type)
        .equal(c.enabled, filter.enabled)
        .includes(c.tags, filter.tag),
      sort: AS_CHECKED,
      sizes: { default: 50, max: 100 },
      toItem: toTrigger,
      sortValue: (trigger) => -trigger.options.priority,
    });
  }

  async get(viewer: Viewer, id: string): Promise<Trigger> {
    assertTriggerId(id);
    const row = await viewer.scope.row(BY_ID, [viewer.site.id, id]);
    if (!row) throw notFound('Trigger');
    return toTrigger(row);
  }

  async create(viewer: Viewer, input: CreateTriggerInput): Promise<Trigger> {
    checkNewTrigger(input).refuse();
    const id = newId();
    const value = input.trigger?.value ?? '';
    await onDuplicate(
      () =>
        viewer.scope.write(async (tx) => {
          await changeTriggers(tx);
          await assertBelowLimit(tx, TriggerEntity, MAX_TRIGGERS, 'triggers');
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
      duplicate,
    );
    return this.get(viewer, id);
  }

  async update(viewer: Viewer, id: string, input: UpdateTriggerInput): Promise<Trigger> {
    assertTriggerId(id);
    await onDuplicate(
      () =>
        viewer.scope.write(async (tx) => {
          await changeTriggers(tx);
          const trigger = await tx.em.findOne(TriggerEntity, { id });
          if (!trigger) throw notFound('Trigger');
          checkTriggerChange(input, trigger.type).refuse();
          change(trigger, input);
        }),
      duplicate,
    );
    return this.get(viewer, id);
  }

  async delete(viewer: Viewer, id: string): Promise<void> {
    assertTriggerId(id);
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

function assertTriggerId(id: string): void {
  if (!isId(id)) throw new ServiceError('BAD_REQUEST', 'Invalid trigger ID');
}

/** An empty text answers nothing: it must not stand in the place of the agent's words. */
function filled(text: string | null | undefined): string | null {
  return text?.trim() ? text : null;
}

const duplicate = () => conflict('A keyword trigger with this value already exists');
