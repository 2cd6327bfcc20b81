import type { ScopeTransaction } from '../../database/database.ts';
import { type ExpectedRevision, deleteById, findForUpdate } from '../../database/revision.ts';
import { Where } from '../../database/where.ts';
import { assertBelowLimit, onDuplicate } from '../../database/writes.ts';
import { ServiceError, fieldConflict, notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../database/pagination.ts';
import { patch, withDefaults } from '../../shared/patch.ts';
import { SITE_MAXIMA } from '../../shared/site-limits.ts';
import type { Viewer } from '../../access/viewer.ts';
import { toComparable } from './keyword-pattern.ts';
import { TRIGGER_DEFAULTS, TriggerEntity } from './trigger.entity.ts';
import { toTrigger, triggers } from './trigger.rows.ts';
import { checkTrigger } from './trigger.rules.ts';
import { changeTriggers } from './trigger-sets.ts';
import { CreateTriggerInput, type Trigger, type TriggerFilter, UpdateTriggerInput } from './trigger.types.ts';

const { c } = triggers;
const FIND_BY_ID = triggers.select(`where ${c.siteId} = $1 and ${c.id} = $2`);

/** The order in which triggers are checked: highest priority first, then oldest first. */
const EVALUATION_ORDER: Sort = { expression: `-${c.priority}`, direction: 'asc', type: 'integer', nullable: false };

export const TRIGGER_PAGES = { default: 50, max: 100 };

export async function listTriggers(viewer: Viewer, filter: TriggerFilter, page: PageRequest): Promise<Page<Trigger>> {
  return readPage(viewer.scope, page, {
    table: triggers,
    where: new Where()
      .equal(c.siteId, viewer.site.id)
      .equal(c.type, filter.type)
      .equal(c.enabled, filter.enabled)
      .includes(c.tags, filter.tag),
    sort: EVALUATION_ORDER,
    sizes: TRIGGER_PAGES,
    toItem: toTrigger,
    sortValue: (trigger) => -trigger.options.priority,
  });
}

export async function getTrigger(viewer: Viewer, id: string): Promise<Trigger> {
  assertTriggerId(id);
  const row = await viewer.scope.row(FIND_BY_ID, [viewer.site.id, id]);
  if (!row) throw notFound('Trigger');
  return toTrigger(row);
}

export async function createTrigger(viewer: Viewer, input: CreateTriggerInput): Promise<Trigger> {
  checkTrigger(CreateTriggerInput, input, input.type).throwIfInvalid();
  const id = newId();
  const value = input.trigger?.value ?? '';
  await write(viewer, async (tx) => {
    await assertBelowLimit(tx, TriggerEntity, SITE_MAXIMA.triggers, 'triggers');
    tx.em.create(TriggerEntity, {
      ...withDefaults(TRIGGER_DEFAULTS, toTriggerValues(input)),
      id,
      siteId: tx.siteId,
      type: input.type,
      value: value.trim(),
      valueKey: toComparable(value),
    });
  });
  return getTrigger(viewer, id);
}

export async function updateTrigger(
  viewer: Viewer,
  id: string,
  input: UpdateTriggerInput,
  expected?: ExpectedRevision,
): Promise<Trigger> {
  assertTriggerId(id);
  await write(viewer, async (tx) => {
    const trigger = await findForUpdate(tx, TriggerEntity, { id }, { resource: 'Trigger', expected });
    checkTrigger(UpdateTriggerInput, input, trigger.type).throwIfInvalid();
    Object.assign(trigger, patch(trigger, toTriggerValues(input), TRIGGER_DEFAULTS));
    const value = input.trigger?.value;
    if (value) Object.assign(trigger, { value: value.trim(), valueKey: toComparable(value) });
  });
  return getTrigger(viewer, id);
}

export async function deleteTrigger(viewer: Viewer, id: string, expected?: ExpectedRevision): Promise<void> {
  assertTriggerId(id);
  await write(viewer, (tx) => deleteById(tx, TriggerEntity, id, { resource: 'Trigger', expected }));
}

/** Writes triggers of the site, one after the other. */
async function write(viewer: Viewer, work: (tx: ScopeTransaction) => Promise<void>): Promise<void> {
  await onDuplicate(
    () =>
      viewer.scope.write(async (tx) => {
        await changeTriggers(tx);
        await work(tx);
      }),
    () => fieldConflict('trigger.value', 'A keyword trigger with this value already exists'),
  );
}

/** The input in the shape of the row, without its value. Null for a group is null for all of it. */
function toTriggerValues({
  trigger,
  response,
  actions,
  options,
  enabled,
  tags,
}: CreateTriggerInput | UpdateTriggerInput) {
  const { contentId, message } = response === null ? NO_RESPONSE : (response ?? {});
  const { skipAgent, actionsOnly, priority } = options === null ? NO_OPTIONS : (options ?? {});
  return {
    confidence: trigger?.confidence,
    examples: trigger?.examples,
    contentId: emptyToNull(contentId),
    message: emptyToNull(message),
    actions,
    skipAgent,
    actionsOnly,
    priority,
    enabled,
    tags,
  };
}

const NO_RESPONSE = { contentId: null, message: null };
const NO_OPTIONS = { skipAgent: null, actionsOnly: null, priority: null };

function assertTriggerId(id: string): void {
  if (!isId(id)) throw new ServiceError('BAD_REQUEST', 'Invalid trigger ID');
}

/** An empty text counts as none: it must not replace the agent's answer. */
function emptyToNull(text: string | null | undefined): string | null | undefined {
  return text?.trim() === '' ? null : text;
}
