import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../text/language.tsx';
import { Brand } from './brand.tsx';
import { rememberSite } from './last-site.ts';
import { MainMenu } from './main-menu.tsx';
import { prolongSession } from '../data/sign-in.ts';
import { SetupOffer } from './setup-offer.tsx';
import { de } from './shell.de.ts';
import { en } from './shell.en.ts';
import { SiteSwitcher } from './site-switcher.tsx';
import { useSiteId } from './use-site-id.ts';
import { UserMenu } from './user-menu.tsx';

/** Header, menu and the page between them. */
export function Shell() {
  const text = useText(en, de);
  const site = useSiteId();
  const { pathname } = useLocation();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  useEffect(() => rememberSite(site), [site]);
  useEffect(() => void prolongSession(), []);
  useEffect(close, [pathname, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip-link" href="#page">
        {text.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? text.closeMenu : text.openMenu}
              aria-expanded={isOpen}
            />
            <Brand />
            <SiteSwitcher site={site} />
          </Group>
          <UserMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={text.menu}>
        <MainMenu site={site} />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <SetupOffer />
        <Outlet key={site} />
      </AppShell.Main>
    </AppShell>
  );
}
