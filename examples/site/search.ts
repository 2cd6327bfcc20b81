import { type Lectern, bodyOf } from '@lectern/client';
import { type Html, html, layout } from './html.ts';
import { linkTo } from './links.ts';

const MAX_EXCERPT_LENGTH = 240;

/** Searches content and documents by words and meaning. */
export async function searchPage({ api }: Lectern, query: string): Promise<Html> {
  const trimmed = query.trim();
  if (trimmed === '') return layout('Search', html`<p>What are you looking for?</p>`);
  const body = { query: trimmed.slice(0, 500), maxResults: 10, maxPerSource: 1 };
  const { data } = await bodyOf(api.POST('/api/sdk/rag/search', { body }));
  const results = data.results.map(({ content, metadata }) => {
    const title = String(metadata['title']);
    const href = linkTo(metadata);
    return html`<li>
      <h2>${href === null ? title : html`<a href="${href}">${title}</a>`}</h2>
      <p>${content.length > MAX_EXCERPT_LENGTH ? `${content.slice(0, MAX_EXCERPT_LENGTH)}…` : content}</p>
    </li>`;
  });
  return layout(
    `Search: ${trimmed}`,
    results.length > 0
      ? html`<ul class="cards">
          ${results}
        </ul>`
      : html`<p>Nothing was found.</p>`,
  );
}
