import { Notification, Portal } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isOffline, watchConnection } from '../data/connection.ts';
import { useText } from '../text/language.tsx';
import { Icon } from '../ui/icon.tsx';
import { de } from './shell.de.ts';
import { en } from './shell.en.ts';

/** Says on every page that there is no connection, and what becomes of what was typed and of what was saved. */
export function ConnectionNote() {
  const text = useText(en, de);
  const isAway = useSyncExternalStore(watchConnection, isOffline);
  const waiting = useIsMutating();
  return (
    <Portal>
      <div className="connection-note" role="status">
        {isAway && (
          <Notification withBorder withCloseButton={false} color="orange" icon={<Icon name="offline" />}>
            {waiting === 0 ? text.offline : text.offlineSaving}
          </Notification>
        )}
      </div>
    </Portal>
  );
}
