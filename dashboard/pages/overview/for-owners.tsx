import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isOwner, sessionQuery } from '../../data/session.ts';
import { siteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { de as uiDe } from '../../ui/ui.de.ts';
import { en as uiEn } from '../../ui/ui.en.ts';
import { de } from './overview.de.ts';
import { en } from './overview.en.ts';
import { OWNER_OVERVIEW } from './overview.query.ts';
import { Section } from './section.tsx';

/** From here on a limit needs attention. */
const CLOSE = 0.9;

/** What only owners may read: the latest conversations with a question that had no answer, and the limits that are reached. */
export function ForOwners({ site }: { site: string }) {
  const text = useText(en, de);
  const formats = useFormats();
  const uiText = useText(uiEn, uiDe);
  const { data: session } = useQuery(sessionQuery);
  const isShown = session !== undefined && isOwner(session, site);
  const { data } = useQuery({ ...siteQuery(site, OWNER_OVERVIEW, { site }), enabled: isShown });
  if (!isShown || !data) return null;
  const { items, total } = data.unanswered;
  const lines = items.map(({ id, sessionId, firstMessage, updatedAt }) => ({
    id,
    label: (
      <Anchor component={Link} to={`/${site}/conversations/${encodeURIComponent(sessionId)}`}>
        {firstMessage}
      </Anchor>
    ),
    detail: formats.moment(updatedAt),
  }));
  const limits = data.site.limits.filter(({ used, max }) => used >= CLOSE * max);
  return (
    <>
      <Section title={text.unanswered} none={text.noUnanswered} total={total} lines={lines} />
      <Section
        title={text.limits}
        none={text.noLimits}
        total={limits.length}
        lines={limits.map(({ resource, used, max }) => {
          const format = resource === 'stored_bytes' ? formats.bytes : formats.number;
          const detail = (used < max ? text.close : text.reached)(format(used), format(max));
          return { id: resource, label: uiText.limits[resource], detail };
        })}
      />
    </>
  );
}
