import { Button, Notification, Portal, Stack } from '@mantine/core';
import { type ReactNode, createContext, useCallback, useContext, useState } from 'react';
import { useText } from '../text/language.tsx';
import { Icon } from './icon.tsx';
import { de } from './ui.de.ts';
import { en } from './ui.en.ts';

const SHOWN_MS = 6_000;
/** Longer, because it has to be read and decided. */
const ACTION_SHOWN_MS = 30_000;

export interface NoticeAction {
  /** What the button says: a verb. */
  label: string;
  run: () => void;
}

type ShowNotice = (message: string, action?: NoticeAction) => void;

const NoticeContext = createContext<ShowNotice>(() => undefined);

interface Notice {
  id: number;
  message: string;
  action: NoticeAction | undefined;
}

let lastId = 0;

/** Says that something was done, for some seconds, on the screen and to screen readers; with a way to take it back. */
export function useNotice(): ShowNotice {
  return useContext(NoticeContext);
}

export function NoticeProvider({ children }: { children: ReactNode }) {
  const text = useText(en, de);
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const remove = useCallback((id: number) => setNotices((all) => all.filter((notice) => notice.id !== id)), []);
  const add = useCallback(
    (message: string, action?: NoticeAction) => {
      const id = (lastId += 1);
      setNotices((all) => [...all, { id, message, action }]);
      setTimeout(() => remove(id), action ? ACTION_SHOWN_MS : SHOWN_MS);
    },
    [remove],
  );
  return (
    <NoticeContext value={add}>
      {children}
      <Portal>
        <Stack className="notices" role="status" gap="xs">
          {notices.map(({ id, message, action }) => (
            <Notification
              key={id}
              withBorder
              icon={<Icon name="check" />}
              closeButtonProps={{ 'aria-label': text.close }}
              onClose={() => remove(id)}
            >
              {message}
              {action && (
                <Button
                  size="compact-sm"
                  variant="default"
                  ms="sm"
                  onClick={() => {
                    remove(id);
                    action.run();
                  }}
                >
                  {action.label}
                </Button>
              )}
            </Notification>
          ))}
        </Stack>
      </Portal>
    </NoticeContext>
  );
}
