import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Description, checkerFor } from '../../rest/support/conformance.ts';
import type { TestSite } from '../../support/site.ts';
import type { Surface, SurfaceAnswer } from './surfaces.ts';

const check = checkerFor(
  JSON.parse(readFileSync(new URL('../../../schema/openapi.json', import.meta.url), 'utf8')) as Description,
);

/** What may be answered where no OpenAPI document says it. */
const PLAIN_STATUSES = [200, 304, 400, 401, 404, 409, 429, 500, 502, 503];

/** Right after a fault a breaker may still have to notice. */
const RECOVERY_MS = 3_000;

/** Calls a surface while something fails. Answers what is wrong about its answer; what failed half-way may also be cut. */
export async function violationsOf(surface: Surface, limitMs: number): Promise<string[]> {
  const timedOut = Symbol('timed out');
  const answer = await Promise.race([
    surface.call().catch((error: unknown) => (isCut(error) ? null : Promise.reject(error as Error))),
    delay(limitMs, timedOut),
  ]);
  if (answer === timedOut) return [`${surface.name}: no answer within ${limitMs} ms`];
  if (answer === null || typeof answer === 'symbol') return [];
  return judged(surface, answer).map((violation) => `${surface.name}: ${violation}`);
}

function judged({ operation }: Surface, { status, body }: SurfaceAnswer): string[] {
  if (JSON.stringify(body)?.includes('injected')) return ['tells of what happened inside'];
  if (operation === null || typeof body === 'string')
    return PLAIN_STATUSES.includes(status) ? [] : [`status ${status}`];
  return check(operation, status, body);
}

function isCut(error: unknown): boolean {
  return error instanceof TypeError && /terminated|fetch failed/.test(error.message);
}

/** After a fault every surface serves as before. */
export async function expectServing(surfaces: readonly Surface[]): Promise<void> {
  const until = Date.now() + RECOVERY_MS;
  for (const surface of surfaces) {
    let answer = await surface.call();
    while (answer.status !== 200 && Date.now() < until) {
      await delay(100);
      answer = await surface.call();
    }
    expect(answer.status, `${surface.name} after the fault: ${JSON.stringify(answer.body).slice(0, 300)}`).toBe(200);
  }
}

/** Longer than a lease and the time to its next sweep: a job that was claimed in an answer that got lost waits for both. */
const WORK_LIMIT_MS = 90_000;
/** Checks an upload after its grant has expired; no request waits for it. */
const LATER = 'check-upload';

/** Jobs whose failure a case has reported: the cases after it are judged by their own. */
const reported = new Set<string>();

/** What was accepted meanwhile gets done; waiting between two attempts is cut short. */
export async function expectWorkDone(site: TestSite): Promise<void> {
  const { database, features } = site.service.app;
  const until = Date.now() + WORK_LIMIT_MS;
  for (;;) {
    await database.system.rows(
      `update job set run_at = now() where site_id = $1 and status = 'queued' and kind <> $2 and run_at > now() returning id`,
      [site.id, LATER],
    );
    for (const runner of Object.values(features.runners)) runner.wake();
    const rows = await database.system.rows<{ id: string; kind: string; status: string; error: unknown }>(
      `select id, kind, status, error from job where site_id = $1 and status <> 'completed' and kind <> $2`,
      [site.id, LATER],
    );
    const open = rows.filter(({ id }) => !reported.has(id));
    const failed = open.filter(({ status }) => status === 'failed');
    for (const { id } of failed) reported.add(id);
    expectNone(failed.map(describeJob), 'work that was accepted has failed');
    if (open.length === 0) return;
    if (Date.now() > until) expectNone(open.map(describeJob), 'work that was accepted is not done');
    await delay(50);
  }
}

function describeJob({ kind, status, error }: { kind: string; status: string; error: unknown }): string {
  return `${kind} ${status}: ${JSON.stringify(error)}`;
}

/** Says in its message what there is. */
export function expectNone(violations: readonly string[], what: string): void {
  expect(violations, `${what}: ${violations.join('; ')}`).toEqual([]);
}
