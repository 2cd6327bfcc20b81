import { p } from '@mikro-orm/core';

/** The parameter is left out for work across sites. */
const SITE_ARGUMENT_FOR_ALL = '*';

/** The filter of every entity that limits a unit of work to one site; a fork without the parameter throws. */
export function siteFilter(property: 'siteId' | 'id' = 'siteId') {
  return {
    site: {
      name: 'site',
      default: true,
      cond: (args: { siteId: string }) => (args.siteId === SITE_ARGUMENT_FOR_ALL ? {} : { [property]: args.siteId }),
    },
  };
}

/** Properties of every row of a site. */
export const siteRow = {
  id: p.uuid().primary(),
  siteId: p.uuid(),
  createdAt: p.datetime().onCreate(() => new Date()),
};

/** The time of the last change. */
export const updatedAt = p
  .datetime()
  .onCreate(() => new Date())
  .onUpdate(() => new Date());

/** The number of a resource that callers change: PostgreSQL advances it with each update, whatever the statement. */
export const revision = p.integer().onCreate(() => 1);
