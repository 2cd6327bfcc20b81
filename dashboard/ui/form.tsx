import { type ReactNode, useEffect, useRef } from 'react';
import type { FormErrors } from './form-errors.ts';
import { Problem } from './problem.tsx';

interface FormProps {
  errors: FormErrors;
  children: ReactNode;
  onSubmit: () => void;
}

/** A form: when it is rejected, the first input with an error gets the focus (`data-invalid`: where it is no input). */
export function Form({ errors: { error }, children, onSubmit }: FormProps) {
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
      {children}
    </form>
  );
}

/** Above the button of a form and below its inputs: the errors that name none of them. */
export function FormProblem({ errors }: { errors: FormErrors }) {
  return <Problem error={errors.rest()} />;
}
