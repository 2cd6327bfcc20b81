import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isOwner, sessionQuery } from '../../data/session.ts';
import { siteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { de } from './overview.de.ts';
import { en } from './overview.en.ts';
import { UNANSWERED } from './overview.query.ts';
import { Section } from './section.tsx';

/** The latest conversations with a question that had no answer, for who may read conversations. */
export function Unanswered({ site }: { site: string }) {
  const text = useText(en, de);
  const formats = useFormats();
  const { data: session } = useQuery(sessionQuery);
  const isShown = session !== undefined && isOwner(session, site);
  const { data } = useQuery({ ...siteQuery(site, UNANSWERED, { site }), enabled: isShown });
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
  return <Section title={text.unanswered} none={text.noUnanswered} total={total} lines={lines} />;
}
