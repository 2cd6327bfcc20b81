import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMayEdit } from '../app/use-may-edit.ts';
import { Form, FormProblem } from './form.tsx';
import type { FormErrors } from './form-errors.ts';
import type { UnsavedNoteProps } from './unsaved-note.tsx';

interface SaveFormProps {
  children: ReactNode;
  /** What the button says: a verb. */
  action: string;
  errors: FormErrors;
  /** What of it is kept on the device. */
  unsaved?: UnsavedNoteProps;
  isBusy: boolean;
  isDisabled?: boolean;
  isInDialog?: boolean;
  maw?: number;
  onSubmit: () => void;
}

/** A form that ends with the errors of no input and the button that saves it, if the user may. */
export function SaveForm({ children, action, errors, isBusy, isDisabled = false, ...props }: SaveFormProps) {
  const mayEdit = useMayEdit();
  return (
    <Form errors={errors} unsaved={props.unsaved} onSubmit={props.onSubmit}>
      <Stack maw={props.maw}>
        {children}
        <FormProblem errors={errors} />
        {mayEdit && (
          <Group justify={props.isInDialog ? 'flex-end' : 'flex-start'}>
            <Button type="submit" loading={isBusy} disabled={isDisabled}>
              {action}
            </Button>
          </Group>
        )}
      </Stack>
    </Form>
  );
}
