import { isDeepStrictEqual } from 'node:util';
import { type ExpectedRevision, isOutdated, retryOvertaken } from '../../../database/revision.ts';
import { Where } from '../../../database/where.ts';
import { currentDeadline } from '../../../shared/deadline.ts';
import { notFound } from '../../../shared/errors.ts';
import { FairQueue } from '../../../shared/fair-queue.ts';
import { type Steps, loopScheduler } from '../../../shared/loop-scheduler.ts';
import { type Page, type PageRequest, type Sort, pageBounds, readPage } from '../../../database/pagination.ts';
import { isPlainObject, ownValue } from '../../../shared/plain-object.ts';
import { assertGranted, assertPreviewScope } from '../../../access/access.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { contentTypeBySlug } from '../../content-type/content-type.service.ts';
import { convertFields } from '../fields/change-fields.ts';
import type { JsonObject } from '../content.entity.ts';
import { CONTENT_VALUES } from '../content.inputs.ts';
import { type ContentRow, toGuarded } from '../content.rows.ts';
import type { ContentService } from '../content.service.ts';
import type { ContentItem } from '../content.types.ts';
import { RENAME_ITEM_FIELDS } from '../current-fields.rows.ts';
import { toReplacement } from '../write/put-content.ts';
import { type Version, toPath, readVersion, versionColumns, versions } from './content-version.rows.ts';
import type { ContentDifference, ContentVersion, ContentVersionSummary } from './content-version.types.ts';
import { loadWriter, withWriters } from './writer.rows.ts';

export const VERSION_PAGES = { default: 50, max: 100 };

/**
 * A version may have megabytes, which PostgreSQL puts together: a site reads one at a time. Sites do not wait for each other,
 * because one that has used up its time of the event loop pauses while it reads.
 */
const versionReads = new FairQueue({ slots: Infinity, slotsPerSite: 1, waiting: Infinity });

const LATEST_FIRST: Sort = { expression: versionColumns.revision, direction: 'desc', type: 'integer', nullable: false };

/** Former versions of content items: only for those who can read the item, and the version itself, in full. */
export class ContentHistoryService {
  private readonly contents: ContentService;

  constructor(contents: ContentService) {
    this.contents = contents;
  }

  /** @throws ServiceError 403 without the scope preview; 401, 403 or 404 as for the item */
  async list(viewer: Viewer, itemId: string, page: PageRequest): Promise<Page<ContentVersionSummary>> {
    assertPreviewScope(viewer);
    pageBounds(page, VERSION_PAGES);
    const { id } = await this.contents.get(viewer, itemId);
    await applyFieldNames(viewer, id);
    const versionPage = await readPage(viewer.scope, page, {
      table: versions,
      where: new Where().equal(versionColumns.siteId, viewer.scope.siteId).equal(versionColumns.itemId, id),
      sort: LATEST_FIRST,
      sizes: VERSION_PAGES,
      toItem: ({ replaced, ...row }) => ({ ...row, changedAfter: replaced.map(toPath).toSorted() }),
      sortValue: ({ revision }) => revision,
    });
    return withWriters(viewer, 'writtenBy', versionPage);
  }

  /** @throws ServiceError as for a list; 404 also for a revision that is not kept, 401 or 403 if it was restricted */
  async version(viewer: Viewer, itemId: string, revision: number | null): Promise<ContentVersion> {
    assertPreviewScope(viewer);
    const version = await this.read(viewer, itemId, revision);
    return { ...version, writtenBy: await loadWriter(viewer, version.writtenBy) };
  }

  /** Lists the differences between two versions. */
  async differences(
    viewer: Viewer,
    itemId: string,
    [from, to]: readonly [number, number],
  ): Promise<ContentDifference[]> {
    const [before, after] = await Promise.all([from, to].map((revision) => this.version(viewer, itemId, revision)));
    return loopScheduler.run(viewer.site.id, listDifferences(before?.values ?? {}, after?.values ?? {}));
  }

  /** Writes the values of a version as a new one. @throws ServiceError as an update */
  async restore(viewer: Viewer, itemId: string, revision: number, expected: ExpectedRevision): Promise<ContentItem> {
    const { values } = await this.read(viewer, itemId, revision);
    return retryOvertaken(
      (isRetry) => {
        if (isRetry) viewer.forget();
        return this.write(viewer, itemId, values, expected);
      },
      (error) => isOutdated(error, expected),
    );
  }

  /**
   * The custom fields that the item has by now, and the version has not, are removed: it must not be written meanwhile. Values of
   * a field that has another type by now are converted where they can be.
   */
  private async write(
    viewer: Viewer,
    itemId: string,
    values: JsonObject,
    expected: ExpectedRevision,
  ): Promise<ContentItem> {
    const { revision: current, customFields, type } = await this.contents.get(viewer.liveViewer, itemId);
    const fields = (await viewer.loader(contentTypeBySlug).load(type))?.fields ?? [];
    const restoredFields = convertFields(values['customFields'] as JsonObject, fields);
    const input = Object.fromEntries(CONTENT_VALUES.map((name) => [name, values[name] ?? null]));
    input['customFields'] = toReplacement(customFields, restoredFields);
    if (values['accessLevel'] !== 'subscription') input['requiredSubscriptions'] = null;
    return this.contents.update(viewer, itemId, input, expected ?? current);
  }

  /** @throws ServiceError 404, and 401 or 403 if the item or the version is restricted */
  private async read(viewer: Viewer, itemId: string, revision: number | null): Promise<Version> {
    const { id } = await this.contents.get(viewer, itemId);
    const site = viewer.site.id;
    const rows = await versionReads.run({ site, signal: currentDeadline()?.signal }, async () => {
      await applyFieldNames(viewer, id);
      const parsing = await readVersion(viewer.scope, id, revision);
      return parsing && loopScheduler.run(site, parsing);
    });
    if (!rows) throw notFound('Version');
    assertGranted(viewer, toGuarded(rows.values as unknown as ContentRow));
    return rows;
  }
}

/** Versions have the names of fields that their item has. */
async function applyFieldNames(viewer: Viewer, itemId: string): Promise<void> {
  await viewer.unrestricted('write').change(RENAME_ITEM_FIELDS, [viewer.site.id, itemId]);
}

/** The values in which two objects differ, by the order of their names. Objects are compared by their values, lists as a whole. */
function* listDifferences(before: JsonObject, after: JsonObject, path = ''): Steps<ContentDifference[]> {
  const differences: ContentDifference[] = [];
  for (const name of [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()) {
    yield;
    const [one, other] = [ownValue(before, name), ownValue(after, name)];
    if (isPlainObject(one) && isPlainObject(other)) {
      differences.push(...(yield* listDifferences(one, other, `${path}${name}.`)));
    } else if (!(yield* isEqual(one, other))) {
      differences.push({ path: `${path}${name}`, before: one, after: other });
    }
  }
  return differences;
}

/** Items of long lists are compared some at a time. */
const COMPARED_ITEMS = 100;

function* isEqual(one: unknown, other: unknown): Steps<boolean> {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) {
    return isDeepStrictEqual(one, other);
  }
  for (const [index, item] of one.entries()) {
    if (index % COMPARED_ITEMS === 0) yield;
    if (!isDeepStrictEqual(item, other[index])) return false;
  }
  return true;
}
