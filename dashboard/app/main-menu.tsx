import { NavLink, ScrollArea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { sessionQuery } from '../data/session.ts';
import { useLanguage } from '../text/language.tsx';
import { Icon } from '../ui/icon.tsx';
import { menu } from './pages.ts';

export function MainMenu({ site }: { site: string }) {
  const { language } = useLanguage();
  const { pathname } = useLocation();
  const { data: session } = useQuery(sessionQuery);
  const entries = menu.filter(({ isFor }) => !isFor || (session && isFor(session, site)));
  return (
    <ScrollArea>
      {entries.map(({ path, icon, label }) => {
        const to = path === '/' ? `/${site}` : `/${site}/${path}`;
        const isActive = pathname === to || (path !== '/' && pathname.startsWith(`${to}/`));
        return (
          <NavLink
            key={path}
            component={Link}
            to={to}
            // Otherwise the start page would be the current one on all pages below it.
            activeOptions={{ exact: path === '/' }}
            label={label[language]}
            leftSection={<Icon name={icon} />}
            active={isActive}
            variant="light"
            aria-current={isActive ? 'page' : undefined}
          />
        );
      })}
    </ScrollArea>
  );
}
