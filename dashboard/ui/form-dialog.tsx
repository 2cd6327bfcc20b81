import type { ReactNode } from 'react';
import type { Document } from '../data/graphql.ts';
import { useSiteMutation } from '../data/site-query.ts';
import { Dialog } from './dialog.tsx';
import { type FormErrors, formErrors } from './form-errors.ts';
import { useNotice } from './notices.tsx';
import { SaveForm } from './save-form.tsx';
import type { UnsavedNoteProps } from './unsaved-note.tsx';
import { useUnsaved } from './use-unsaved.ts';
import { type ValuePaths, useValues } from './use-values.ts';

interface FormDialogOptions<Values> {
  /** Names the form among those of the site whose unsaved values are kept on the device. */
  kind: string;
  id?: string;
  /** Shown when it is saved. */
  notice: string;
  paths?: ValuePaths<Values>;
  onClose: () => void;
}

/** A form that is saved by one operation: then the notice is shown and the dialog closed. */
export function useFormDialog<Data, Variables, Values extends object>(
  document: Document<Data, Variables>,
  initial: Values,
  { kind, id, notice, paths, onClose }: FormDialogOptions<Values>,
) {
  const show = useNotice();
  const unsaved = useUnsaved(kind, id);
  const mutation = useSiteMutation(document, { unsaved });
  const errors = formErrors(mutation.error);
  const form = useValues(initial, errors, { unsaved, ...(paths && { paths }) });
  const finish = () => {
    show(notice);
    onClose();
  };
  return {
    form,
    save: (variables: Variables) => mutation.mutate(variables, { onSuccess: finish }),
    dialog: { errors, unsaved: form.unsaved, isBusy: mutation.isPending, isKept: form.isChanged, onClose },
  };
}

interface FormDialogProps {
  title: string;
  /** What the button says: a verb. */
  action: string;
  errors: FormErrors;
  unsaved: UnsavedNoteProps;
  isBusy: boolean;
  isKept: boolean;
  children: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
}

/** A large dialog with one form. */
export function FormDialog({ title, isKept, children, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog size="lg" isKept={isKept} onClose={onClose} title={title}>
      <SaveForm isInDialog {...form}>
        {children}
      </SaveForm>
    </Dialog>
  );
}
