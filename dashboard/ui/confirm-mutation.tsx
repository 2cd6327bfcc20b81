import type { Document } from '../data/graphql.ts';
import { useSiteMutation } from '../data/site-query.ts';
import { Confirm, type ConfirmProps } from './confirm.tsx';
import { useNotice } from './notices.tsx';

interface ConfirmMutationProps<Variables> extends Pick<
  ConfirmProps,
  'title' | 'action' | 'children' | 'isDangerous' | 'onClose'
> {
  mutation: Document<unknown, Variables>;
  variables: Variables;
  isOpen?: boolean;
  /** What is said when it is done. */
  notice?: string;
  onDone: () => void;
}

/** Asks before a change of the site, and makes it. */
export function ConfirmMutation<Variables>(props: ConfirmMutationProps<Variables>) {
  const { mutation, variables, isOpen = true, notice, onDone, ...dialog } = props;
  const change = useSiteMutation(mutation);
  const say = useNotice();
  const finish = () => {
    if (notice !== undefined) say(notice);
    onDone();
  };
  return (
    <Confirm
      {...dialog}
      isOpen={isOpen}
      isBusy={change.isPending}
      error={change.error}
      // A callback of `mutate` is not called if the list is replaced by the new one before.
      onConfirm={() => void change.mutateAsync(variables).then(finish, () => undefined)}
    />
  );
}
