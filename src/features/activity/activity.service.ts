import type { Database } from '../../database/database.ts';
import { DateTime } from '../../api/scalars.ts';
import {
  type PageSizes,
  decodeCursor,
  encodeCursor,
  foreignCursor,
  isRowTimestamp,
  pageBounds,
} from '../../database/pagination.ts';
import { csvLines } from '../../text/csv.ts';
import type { SiteService } from '../site/site.service.ts';
import { type ActivityRow, type ActivityPosition, readActivities } from './activity.rows.ts';
import {
  type Activity,
  type ActivityActor,
  type ActivityExport,
  ActivityFilter,
  type ActivityPage,
  type ActorKind,
} from './activity.types.ts';

export const ACTIVITY_PAGES = { default: 50, max: 100 };
const EXPORT_PAGES = { default: 5_000, max: 5_000 };

interface ActivityRequest {
  filter: ActivityFilter;
  limit?: number | null;
  after: string | null;
}

/** The activity log of a site, for admins. See decision 133. */
export class ActivityService {
  private readonly database: Database;
  private readonly sites: SiteService;

  constructor(database: Database, sites: SiteService) {
    this.database = database;
    this.sites = sites;
  }

  /** Lists entries with one statement. @throws ServiceError 404 for an unknown site, 400 for a cursor of another list */
  async list(siteId: string, request: ActivityRequest, sizes: PageSizes = ACTIVITY_PAGES): Promise<ActivityPage> {
    const { limit } = pageBounds({ limit: request.limit }, sizes);
    const after = request.after ? readPosition(request.after) : null;
    await this.sites.get(siteId);
    const scope = this.database.forSite(siteId, 'admin');
    const { rows, goesOnAfter } = await readActivities(scope, request.filter, { after, limit: limit + 1 });
    const items = rows.slice(0, limit);
    const isFull = rows.length > limit;
    const end = isFull ? items.at(-1) : (goesOnAfter ?? items.at(-1));
    return {
      items: items.map(toActivity),
      hasMore: isFull || goesOnAfter !== null,
      endCursor: end ? encodeCursor({ values: [end.at], id: end.id }) : null,
    };
  }

  /** Exports a part of the log as CSV; the first part begins with the header. */
  async export(siteId: string, filter: ActivityFilter, after: string | null): Promise<ActivityExport> {
    const { items, ...page } = await this.list(siteId, { filter, after }, EXPORT_PAGES);
    return {
      csv: csvLines([...(after ? [] : [Object.keys(COLUMNS)]), ...items.map(toCells)]),
      rows: items.length,
      ...page,
    };
  }
}

function readPosition(cursor: string): ActivityPosition {
  const { values, id } = decodeCursor(cursor);
  const [at] = values;
  if (values.length !== 1 || !at || !isRowTimestamp(at)) throw foreignCursor();
  return { at, id };
}

function toActivity({ actor, actorName, keyName, keyPrefix, fields, ...row }: ActivityRow): Activity {
  const key = { name: keyName ?? actorName, prefix: keyPrefix };
  return { ...row, actor: toActor(actor, key), changedFields: fields.map(toFieldName) };
}

function toActor(ref: string, key: Pick<ActivityActor, 'name' | 'prefix'>): ActivityActor {
  const [kind, id = null] = ref.split(':', 2);
  return { ref, kind: kind as ActorKind, id, ...key };
}

/** Columns that do not have the name of what they stand for. */
const NAMES: Readonly<Record<string, string>> = { hash: 'secret', signing_secret: 'secret', token: 'link' };

function toFieldName(column: string): string {
  return NAMES[column] ?? column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The columns of the export, each with its cell. */
const COLUMNS: Readonly<Record<string, (activity: Activity) => string | null>> = {
  id: ({ id }) => id,
  at: ({ at }) => DateTime.serialize(at),
  actor: ({ actor }) => actor.ref,
  actorName: ({ actor }) => actor.name,
  action: ({ action }) => action,
  resourceType: ({ resourceType }) => resourceType,
  resourceId: ({ resourceId }) => resourceId,
  title: ({ title }) => title,
  changedFields: ({ changedFields }) => changedFields.join(' '),
  count: ({ count }) => String(count),
};

function toCells(activity: Activity): string[] {
  return Object.values(COLUMNS).map((cell) => cell(activity) ?? '');
}
