import { type ReactNode, useEffect, useRef } from 'react';
import type { FormErrors } from './form-errors.ts';
import { Problem } from './problem.tsx';
import { UnsavedNote, type UnsavedNoteProps } from './unsaved-note.tsx';

interface FormProps {
  errors: FormErrors;
  /** What of it is kept on the device; absent for a form without anything that takes effort. */
  unsaved?: UnsavedNoteProps | undefined;
  children: ReactNode;
  onSubmit: () => void;
}

/** A form: when it is rejected, the first input with an error gets the focus (`data-invalid`: where it is no input). */
export function Form({ errors: { error }, unsaved, children, onSubmit }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')?.focus();
  }, [error]);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {unsaved && <UnsavedNote {...unsaved} />}
      {children}
    </form>
  );
}

/** Above the button of a form and below its inputs: the errors that name none of them. */
export function FormProblem({ errors }: { errors: FormErrors }) {
  return <Problem error={errors.rest()} />;
}
