import { Tabs } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { de } from './agent.de.ts';
import { en } from './agent.en.ts';

const PARTS = ['playground', 'triggers', 'tools', 'personas'] as const;
export type Part = (typeof PARTS)[number];

/** One part of the page, with the way to the others. */
export function AgentPage({ part, children }: { part: Part; children: ReactNode }) {
  const text = useText(en, de);
  const site = useSiteId();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const open = (chosen: string | null) => {
    const to = `/${site}/agent${chosen === 'playground' ? '' : `/${chosen}`}`;
    if (chosen !== null && to !== pathname) void navigate({ to });
  };
  return (
    <Page title={part === 'playground' ? text.title : text.parts[part]}>
      <Tabs value={part} onChange={open} activateTabWithKeyboard={false}>
        <Tabs.List mb="lg">
          {PARTS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {text.parts[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {PARTS.map((each) => (
          <Tabs.Panel key={each} value={each}>
            {each === part && children}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
