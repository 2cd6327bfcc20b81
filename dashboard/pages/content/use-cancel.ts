import { useSiteMutation } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { de as uiDe } from '../../ui/ui.de.ts';
import { en as uiEn } from '../../ui/ui.en.ts';
import { de } from './schedule.de.ts';
import { en } from './schedule.en.ts';
import { SCHEDULE_CONTENT } from './schedule.query.ts';

/** Cancels a time of an item, which can be taken back unless it is past. */
export function useCancel(id: string) {
  const text = useText(en, de);
  const { undo } = useText(uiEn, uiDe);
  const formats = useFormats();
  const notice = useNotice();
  const { mutateAsync, isPending, error } = useSiteMutation(SCHEDULE_CONTENT);
  return {
    isPending,
    error,
    run: (action: 'publish' | 'unpublish', at: string) => {
      const set = (time: string | null) => mutateAsync({ id, input: { [`${action}At`]: time } });
      const takeBack = () => void set(at).then(() => notice(text.planned[action](formats.zoned(at))), ignore);
      // A callback of `mutate` is not called if the entry is gone before.
      void set(null).then(
        () => notice(text.cancelled, new Date(at) > new Date() ? { label: undo, run: takeBack } : undefined),
        ignore,
      );
    },
  };
}

function ignore(): void {
  // The error is shown where the time was.
}
