import { useBlocker } from '@tanstack/react-router';
import type { UnsavedForm } from '../data/unsaved/unsaved-form.ts';
import { useText } from '../text/language.tsx';
import { de } from './ui.de.ts';
import { en } from './ui.en.ts';

/** Asks before a page with changes that are not saved is left. */
export function useLeaveGuard(unsaved: UnsavedForm): void {
  const text = useText(en, de);
  useBlocker({
    shouldBlockFn: () => unsaved.asksToStay && !window.confirm(unsaved.state.isStored ? text.leaveKept : text.leave),
    enableBeforeUnload: () => unsaved.asksToStay,
  });
}
