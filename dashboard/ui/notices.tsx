import { Button, Notification, Portal, Stack } from '@mantine/core';
import { type ReactNode, createContext, useCallback, useContext, useEffect, useState } from 'react';
import { useText } from '../text/language.tsx';
import { Icon } from './icon.tsx';
import { de } from './ui.de.ts';
import { en } from './ui.en.ts';

const SHOWN_MS = 6_000;
/** Longer, because it has to be read and decided. */
const ACTION_SHOWN_MS = 15_000;

interface NoticeAction {
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
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const remove = useCallback((id: number) => setNotices((all) => all.filter((notice) => notice.id !== id)), []);
  const add = useCallback<ShowNotice>((message, action) => {
    const id = (lastId += 1);
    setNotices((all) => [...all, { id, message, action }]);
  }, []);
  return (
    <NoticeContext value={add}>
      {children}
      <Portal>
        <Stack className="notices" role="status" gap="xs">
          {notices.map((notice) => (
            <ShownNotice key={notice.id} {...notice} onClose={remove} />
          ))}
        </Stack>
      </Portal>
    </NoticeContext>
  );
}

/** It stays while the pointer or the focus is on it. */
function ShownNotice({ id, message, action, onClose }: Notice & { onClose: (id: number) => void }) {
  const text = useText(en, de);
  const [isHeld, setHeld] = useState(false);
  const hasAction = action !== undefined;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => onClose(id), hasAction ? ACTION_SHOWN_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld, hasAction, onClose]);
  return (
    <Notification
      withBorder
      icon={<Icon name="check" />}
      closeButtonProps={{ 'aria-label': text.close }}
      onClose={() => onClose(id)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {message}
      {action && (
        <Button
          size="compact-sm"
          variant="default"
          ms="sm"
          onClick={() => {
            onClose(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
    </Notification>
  );
}
