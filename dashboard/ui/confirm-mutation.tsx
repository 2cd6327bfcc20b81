import type { ReactNode } from 'react';
import type { Document } from '../data/graphql.ts';
import { useSiteMutation } from '../data/site-query.ts';
import { Confirm } from './confirm.tsx';

interface ConfirmMutationProps<Variables> {
  mutation: Document<unknown, Variables>;
  variables: Variables;
  isOpen?: boolean;
  title: string;
  children: ReactNode;
  /** What the button says: a verb. */
  action: string;
  isDangerous?: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before a change of the site, and makes it. */
export function ConfirmMutation<Variables>({
  mutation,
  variables,
  isOpen = true,
  onDone,
  ...props
}: ConfirmMutationProps<Variables>) {
  const change = useSiteMutation(mutation);
  return (
    <Confirm
      {...props}
      isOpen={isOpen}
      isBusy={change.isPending}
      error={change.error}
      // A callback of `mutate` is not called if the list is replaced by the new one before.
      onConfirm={() => void change.mutateAsync(variables).then(onDone, () => undefined)}
    />
  );
}
