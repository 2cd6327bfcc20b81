/** What `mcp/llms.graphql` answers. */
export interface SitePages {
  types: readonly { slug: string; name: string; pluralName: string | null; description: string | null }[];
  items: readonly { type: string; title: string; excerpt: string | null; url: string | null }[];
}

const MAX_NOTE_LENGTH = 200;

/** A site for language models, in the format of https://llmstxt.org: a section per content type that has items. */
export function llmsText(siteName: string, { types, items }: SitePages): string {
  const byType = Map.groupBy(items, ({ type }) => type);
  const sections = types.flatMap(({ slug, name, pluralName, description }) => {
    const lines = byType.get(slug)?.map(lineOf) ?? [];
    if (lines.length === 0) return [];
    return [
      `## ${inline(pluralName ?? name)}\n\n${description ? `${inline(description)}\n\n` : ''}${lines.join('\n')}\n`,
    ];
  });
  return [`# ${inline(siteName)}\n`, ...sections].join('\n');
}

/** An item without a page of its own has no link. */
function lineOf({ title, excerpt, url }: SitePages['items'][number]): string {
  const href = pageUrl(url);
  const name = href ? `[${inline(title)}](${href})` : inline(title);
  const note = excerpt ? `: ${inline(excerpt.slice(0, MAX_NOTE_LENGTH))}` : '';
  return `- ${name}${note}`;
}

function pageUrl(url: string | null): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return /^https?:$/.test(protocol) ? href.replaceAll('(', '%28').replaceAll(')', '%29') : null;
}

/** As text of one line: nothing in it begins a heading, a link or a list. */
function inline(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\[\]<>`*_]|^[#+-]/g, String.raw`\$&`);
}
