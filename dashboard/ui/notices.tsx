import { Notification, Portal, Stack } from '@mantine/core';
import { type ReactNode, createContext, useCallback, useContext, useState } from 'react';
import { useText } from '../text/language.tsx';
import { Icon } from './icon.tsx';
import { de } from './ui.de.ts';
import { en } from './ui.en.ts';

const SHOWN_MS = 6_000;
const NoticeContext = createContext<(message: string) => void>(() => undefined);

interface Notice {
  id: number;
  message: string;
}

let lastId = 0;

/** Says that something was done, for some seconds, on the screen and to screen readers. */
export function useNotice(): (message: string) => void {
  return useContext(NoticeContext);
}

export function NoticeProvider({ children }: { children: ReactNode }) {
  const text = useText(en, de);
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const remove = useCallback((id: number) => setNotices((all) => all.filter((notice) => notice.id !== id)), []);
  const add = useCallback(
    (message: string) => {
      const id = (lastId += 1);
      setNotices((all) => [...all, { id, message }]);
      setTimeout(() => remove(id), SHOWN_MS);
    },
    [remove],
  );
  return (
    <NoticeContext value={add}>
      {children}
      <Portal>
        <Stack className="notices" role="status" gap="xs">
          {notices.map(({ id, message }) => (
            <Notification
              key={id}
              withBorder
              icon={<Icon name="check" />}
              closeButtonProps={{ 'aria-label': text.close }}
              onClose={() => remove(id)}
            >
              {message}
            </Notification>
          ))}
        </Stack>
      </Portal>
    </NoticeContext>
  );
}
