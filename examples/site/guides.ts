import { type Lectern, type Schemas, bodyOf } from '@lectern/client';
import type { Guide, Mechanic, Reference } from './content-types.ts';
import { type Html, html, layout, textBlocks } from './html.ts';

const PAGE_SIZE = 10;
const MINUTES = [15, 30, 60];

/** Guides, filtered by a tag and by how long they take, with the author's name. */
export async function guidesPage({ api }: Lectern, parameters: URLSearchParams): Promise<Html> {
  const tag = parameters.get('tag');
  const minutes = Number(parameters.get('minutes')) || null;
  const after = parameters.get('after');
  const { data, pagination, endCursor } = await bodyOf(
    api.GET('/api/sdk/content', {
      params: {
        query: {
          type: 'guide',
          limit: PAGE_SIZE,
          sort: ['title'],
          sortDir: 'asc',
          expand: true,
          ...(after ? { after } : {}),
          filter: {
            ...(tag ? { tags: { contains: tag } } : {}),
            ...(minutes ? { 'fields.minutes': { lte: minutes } } : {}),
          },
        },
      },
    }),
  );
  const guides = data as Guide[];
  return layout(
    'Guides',
    html`<form class="filter">
        <label
          >At most
          <select name="minutes">
            <option value="">any time</option>
            ${MINUTES.map(
              (each) => html`<option value="${each}" ${each === minutes && html` selected`}>${each} minutes</option>`,
            )}
          </select></label
        >
        ${tag && html`<label>Tag <input name="tag" value="${tag}" maxlength="100" /></label>`}
        <button>Show</button>
      </form>
      <p role="status">${pagination.total} ${pagination.total === 1 ? 'guide' : 'guides'}</p>
      <ul class="cards">
        ${guides.map(card)}
      </ul>
      ${endCursor && pagination.hasMore && html`<a rel="next" href="?${next(parameters, endCursor)}">More</a>`}`,
  );
}

function card({ title, slug, excerpt, tags, customFields }: Guide): Html {
  const author = itemOf(customFields?.author);
  return html`<li>
    <h2><a href="/guides/${slug}">${title}</a></h2>
    <p>${excerpt}</p>
    <p class="facts">
      ${customFields?.minutes}
      minutes${author && html` · ${author.title}`}${tags.map(
        (tag) => html` · <a href="/?tag=${encodeURIComponent(tag)}">${tag}</a>`,
      )}
    </p>
  </li>`;
}

/** @throws LecternError 404 */
export async function guidePage({ api }: Lectern, slug: string): Promise<Html> {
  const path = { type: 'guide', slug };
  const { data } = await bodyOf(
    api.GET('/api/sdk/content/by-slug/{type}/{slug}', { params: { path, query: { expand: true } } }),
  );
  const { title, excerpt, content, customFields } = data as Guide;
  const author: Mechanic | null = itemOf(customFields?.author);
  const related = (customFields?.related ?? []).map(itemOf).filter((guide) => guide !== null);
  return layout(
    title,
    html`<p class="lead">${excerpt}</p>
      <p class="facts">
        ${customFields?.minutes} minutes${author && html` · by ${author.title}, ${author.customFields?.role}`}
      </p>
      ${textBlocks(content ?? '')}
      ${
        related.length > 0 &&
        html`<h2>See also</h2>
          <ul>
            ${related.map((guide) => html`<li><a href="/guides/${guide.slug}">${guide.title}</a></li>`)}
          </ul>`
      }`,
  );
}

/** The item of a reference that was expanded; null if the visitor cannot read it. */
function itemOf<Item extends Pick<Schemas['ContentItem'], 'title'>>(
  reference: Reference<Item> | null | undefined,
): Item | null {
  return typeof reference === 'object' ? reference : null;
}

function next(parameters: URLSearchParams, after: string): string {
  return new URLSearchParams({ ...Object.fromEntries(parameters), after }).toString();
}
