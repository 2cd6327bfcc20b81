import { useBlocker } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import { de } from './ui.de.ts';
import { en } from './ui.en.ts';

/** Asks before a page with changes that are not saved is left. */
export function useLeaveGuard(isChanged: boolean): void {
  const text = useText(en, de);
  useBlocker({
    shouldBlockFn: () => isChanged && !window.confirm(text.leave),
    enableBeforeUnload: () => isChanged,
  });
}
