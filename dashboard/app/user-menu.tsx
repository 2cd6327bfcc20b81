import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { signOut } from '../data/sign-in.ts';
import { sessionQuery } from '../data/session.ts';
import { countEntries } from '../data/unsaved/unsaved-entries.ts';
import { writeUnsavedForms } from '../data/unsaved/unsaved-form.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Icon } from '../ui/icon.tsx';
import { de } from './shell.de.ts';
import { en } from './shell.en.ts';
import { useSiteId } from './use-site-id.ts';

export function UserMenu() {
  const text = useText(en, de);
  const site = useSiteId();
  const { data: session } = useQuery(sessionQuery);
  const [unsaved, setUnsaved] = useState(0);
  const leave = () => {
    writeUnsavedForms();
    const count = session ? countEntries(session.id) : 0;
    if (count === 0) void signOut(session?.id);
    else setUnsaved(count);
  };
  return (
    <>
      <Menu position="bottom-end" width={240} returnFocus>
        <Menu.Target>
          <Button variant="subtle" color="gray" px="xs" aria-label={text.account} c="var(--mantine-color-text)">
            <Icon name="user" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {session && (
            <Menu.Label>
              {text.signedInAs} {session.name || session.email}
            </Menu.Label>
          )}
          <Appearance />
          <Languages />
          <Menu.Divider />
          <Menu.Item component={Link} to={`/${site}/account`} leftSection={<Icon name="user" />}>
            {text.accountSettings}
          </Menu.Item>
          <Menu.Item component="a" href="/api/sdk/docs" leftSection={<Icon name="book" />}>
            {text.reference}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="leave" />} onClick={leave}>
            {text.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        isOpen={unsaved > 0}
        title={text.signOutTitle}
        action={text.signOutAnyway}
        isDangerous
        onConfirm={() => void signOut(session?.id)}
        onClose={() => setUnsaved(0)}
      >
        {text.signOutText(unsaved)}
      </Confirm>
    </>
  );
}

const SCHEMES = ['light', 'dark', 'auto'] as const;

function Appearance() {
  const text = useText(en, de);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{text.appearance}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as 'auto')}>
        {SCHEMES.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {text[scheme]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

function Languages() {
  const text = useText(en, de);
  const { language, setLanguage } = useLanguage();
  return (
    <>
      <Menu.Label>{text.language}</Menu.Label>
      <Menu.RadioGroup value={language} onChange={(value) => setLanguage(value as 'en')}>
        <Menu.RadioItem value="de">Deutsch</Menu.RadioItem>
        <Menu.RadioItem value="en">English</Menu.RadioItem>
      </Menu.RadioGroup>
    </>
  );
}
