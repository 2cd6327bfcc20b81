import { setImmediate } from 'node:timers/promises';
import type { Viewer } from '../../access/viewer.ts';
import { readActionTarget } from './client-action.ts';
import { parseKeywordPattern } from './keyword-pattern.ts';
import type { TriggerSet, TriggerSets } from './trigger-sets.ts';
import { toTrigger, triggers } from './trigger.rows.ts';
import { MAX_PROBLEMS, type TriggerProblem, type TriggerReport } from './trigger-report.types.ts';
import type { Trigger } from './trigger.types.ts';

const MAX_COVERING = 20;
/** Time limit of comparisons, whose number is quadratic for triggers that share all their words. */
const MAX_MS = 2_000;
const SLICE_MS = 10;

const { c } = triggers;
const SELECT_DISABLED = triggers.select(
  `where ${c.siteId} = $1 and not ${c.enabled} order by -${c.priority}, ${c.id} limit ${MAX_PROBLEMS}`,
);
const COUNT_DISABLED = `select count(*)::int as count from trigger where site_id = $1 and not enabled`;
const SELECT_EXISTING = `select id from unnest($2::uuid[]) named(id)
  where exists (select from content_item i where i.site_id = $1 and i.id = named.id and i.status = 'published')
    or exists (select from video v where v.site_id = $1 and named.id in (v.id, v.asset_id))
    or exists (select from video_job j where j.site_id = $1 and j.id = named.id)`;

/** Maximum number of targets that are checked; further ones count as existing. */
const MAX_TARGETS = 20_000;

/**
 * Reports triggers that never fire, or fire without an effect. A pattern has no negation and no character is dropped when it is
 * compared, so a keyword trigger can only be kept from firing by triggers that are checked before it.
 */
export async function reportTriggers(
  viewer: Viewer,
  sets: TriggerSets,
  isAgentConfigured: boolean,
): Promise<TriggerReport> {
  const set = await sets.get(viewer);
  const siteId = viewer.site.id;
  const [disabled, counted, missing] = await Promise.all([
    viewer.scope.rows(SELECT_DISABLED, [siteId]),
    viewer.scope.row<{ count: number }>(COUNT_DISABLED, [siteId]),
    findMissingTargets(viewer, [...set.keywords, ...set.intents]),
  ]);
  const { covered, isComplete } = await findCovered(set);
  const problems = [...set.keywords, ...set.intents].flatMap((trigger) => findProblem(trigger, covered, missing));
  const off = disabled.map((row) => createProblem(toTrigger(row), 'disabled'));
  const disabledCount = counted?.count ?? 0;
  return {
    checked: set.keywords.length + set.intents.length + disabledCount,
    isComplete,
    isAgentConfigured,
    total: problems.length + disabledCount,
    problems: [...problems, ...off].slice(0, MAX_PROBLEMS),
  };
}

function createProblem(
  trigger: Trigger,
  kind: TriggerProblem['kind'],
  more: Partial<TriggerProblem> = {},
): TriggerProblem {
  return { trigger, kind, neverFires: kind === 'disabled' || kind === 'covered', coveredBy: [], missing: [], ...more };
}

function findProblem(
  trigger: Trigger,
  coveredTriggers: ReadonlyMap<string, readonly Trigger[]>,
  missingTargets: ReadonlySet<string>,
): TriggerProblem[] {
  const covering = coveredTriggers.get(trigger.id);
  if (covering) return [createProblem(trigger, 'covered', { coveredBy: covering.slice(0, MAX_COVERING) })];
  const targets = listTargets(trigger).filter((id) => missingTargets.has(id));
  if (targets.length > 0) return [createProblem(trigger, 'missing-target', { missing: targets })];
  const { response, actions, options } = trigger;
  const hasMessage = response.message !== null && !options.actionsOnly;
  const isEmpty = response.contentId === null && actions.length === 0 && !hasMessage;
  return isEmpty ? [createProblem(trigger, 'no-effect')] : [];
}

/** Finds the triggers that are always used instead of others, by the id of those others. */
async function findCovered(set: TriggerSet): Promise<{ covered: Map<string, Trigger[]>; isComplete: boolean }> {
  const coveredTriggers = findCoveredIntents(set);
  const startedAt = performance.now();
  let sliceEnds = startedAt + SLICE_MS;
  for (const [index, trigger] of set.keywords.entries()) {
    const coveringTriggers = findCoveringTriggers(set, trigger, index);
    if (coveringTriggers) coveredTriggers.set(trigger.id, coveringTriggers);
    if (performance.now() < sliceEnds) continue;
    // Other requests are served meanwhile.
    await setImmediate();
    if (performance.now() - startedAt > MAX_MS) return { covered: coveredTriggers, isComplete: false };
    sliceEnds = performance.now() + SLICE_MS;
  }
  return { covered: coveredTriggers, isComplete: true };
}

/** Finds for each alternative the first earlier trigger that matches whatever it matches; null if one has none. */
function findCoveringTriggers(
  { matcher, keywords }: TriggerSet,
  { trigger }: Trigger,
  index: number,
): Trigger[] | null {
  const covering = new Set<Trigger>();
  for (const alternative of parseKeywordPattern(trigger.value)) {
    const first =
      'exact' in alternative
        ? (matcher.match(alternative.exact).find((each) => each < index) ?? null)
        : matcher.firstImplied(alternative.all, index);
    const earlier = first === null ? undefined : keywords[first];
    if (!earlier) return null;
    covering.add(earlier);
  }
  return [...covering];
}

/** Finds the triggers that follow one of the same intent that needs no more confidence. */
function findCoveredIntents({ intents }: TriggerSet): Map<string, Trigger[]> {
  const coveredTriggers = new Map<string, Trigger[]>();
  const lowest = new Map<string, Trigger>();
  for (const trigger of intents) {
    const { value, confidence } = trigger.trigger;
    const earlier = lowest.get(value);
    if (earlier && earlier.trigger.confidence <= confidence) coveredTriggers.set(trigger.id, [earlier]);
    else lowest.set(value, trigger);
  }
  return coveredTriggers;
}

/** Finds the ids of content and videos that the actions of triggers open and that no visitor can open, whatever they may read. */
async function findMissingTargets(viewer: Viewer, triggers: readonly Trigger[]): Promise<Set<string>> {
  const targets = [...new Set(triggers.flatMap(listTargets))].slice(0, MAX_TARGETS);
  if (targets.length === 0) return new Set();
  const rows = await viewer.teaserScope.rows<{ id: string }>(SELECT_EXISTING, [viewer.site.id, targets]);
  const existing = new Set(rows.map(({ id }) => id));
  return new Set(targets.filter((id) => !existing.has(id)));
}

/** Lists the ids that the agent checks before it sends the actions. */
function listTargets({ response, actions }: Trigger): string[] {
  const opened = readActionTarget({ type: 'open_content', payload: { contentId: response.contentId } });
  return [...new Set([opened, ...actions.map(readActionTarget)].filter((id) => id !== null))];
}
