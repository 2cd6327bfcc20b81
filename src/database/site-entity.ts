import { p } from '@mikro-orm/core';

/** Left open, the filter is the scope of the service's own work across sites. */
const SITE_ARGUMENT_FOR_ALL = '*';

/** Every entity's filter of this name keeps a unit of work inside one site; a fork without the parameter fails loudly. */
export function siteFilter(property: 'siteId' | 'id' = 'siteId') {
  return {
    site: {
      name: 'site',
      default: true,
      cond: (args: { siteId: string }) => (args.siteId === SITE_ARGUMENT_FOR_ALL ? {} : { [property]: args.siteId }),
    },
  };
}

/** What every row of a site has. */
export const siteRow = {
  id: p.uuid().primary(),
  siteId: p.uuid(),
  createdAt: p.datetime().onCreate(() => new Date()),
};

/** For rows that change. */
export const updatedAt = p
  .datetime()
  .onCreate(() => new Date())
  .onUpdate(() => new Date());
