import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { de } from './schedule.de.ts';
import { en } from './schedule.en.ts';
import { SCHEDULE_CONTENT } from './schedule.query.ts';

/** Cancels a time of an item. */
export function useCancel(id: string) {
  const text = useText(en, de);
  const notice = useNotice();
  const { mutateAsync, isPending, error } = useSiteMutation(SCHEDULE_CONTENT);
  return {
    isPending,
    error,
    run: (action: 'publish' | 'unpublish') =>
      // A callback of `mutate` is not called if the entry is gone before.
      void mutateAsync({ id, input: { [`${action}At`]: null } }).then(
        () => notice(text.cancelled),
        () => undefined,
      ),
  };
}
