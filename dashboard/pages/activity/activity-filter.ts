import type { DataOf } from '../../data/graphql.ts';
import type { ACTIVITY } from './activity.query.ts';

export type Entry = DataOf<typeof ACTIVITY>['activities']['items'][number];

/** What is chosen on the page. */
export interface Chosen {
  title?: string | undefined;
  type?: Entry['resourceType'] | undefined;
  action?: Entry['action'] | undefined;
  /** Days, as `2026-11-23`. */
  from?: string | undefined;
  to?: string | undefined;
  actor?: { ref: string; name: string } | undefined;
  resource?: { id: string; title: string } | undefined;
}

/** Days are those of the reader's time zone. */
export function filterOf({ title, type, action, from, to, actor, resource }: Chosen) {
  return {
    ...(title ? { title } : {}),
    ...(type ? { resourceType: type } : {}),
    ...(action ? { action } : {}),
    ...(from ? { from: startOf(from) } : {}),
    ...(to ? { to: startOf(to, 1) } : {}),
    ...(actor ? { actor: actor.ref } : {}),
    ...(resource ? { resourceId: resource.id } : {}),
  };
}

function startOf(day: string, later = 0): string {
  const start = new Date(`${day}T00:00:00`);
  start.setDate(start.getDate() + later);
  return start.toISOString();
}
