import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { AuthError, callAuth } from '../../data/sign-in.ts';
import { useText } from '../../text/language.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';

type Values = Record<string, string>;

/** A form whose fields are sent to an endpoint of the session. */
export function useAuthForm(path: string, initial: Values, onDone: () => void) {
  const messageOf = useAuthMessage();
  const [values, setValues] = useState(initial);
  const call = useMutation({ mutationFn: () => callAuth(path, values), onSuccess: onDone });
  return {
    isBusy: call.isPending,
    isDone: call.isSuccess,
    error: call.error ? new Error(messageOf(call.error)) : null,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      call.mutate();
    },
    field: (name: string) => ({
      name,
      required: true,
      value: values[name] ?? '',
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        setValues((all) => ({ ...all, [name]: value })),
    }),
  };
}

/** What an error of a session endpoint means to who sees it. */
export function useAuthMessage(): (error: Error) => string {
  const text = useText(en, de);
  return (error) => {
    const status = error instanceof AuthError ? error.status : 0;
    if (status === 429) return text.tooMany;
    if (status === 403) return text.usedLink;
    return status === 401 ? text.wrong : error.message;
  };
}

export function useSearchParam(name: string): string {
  return new URLSearchParams(window.location.search).get(name) ?? '';
}
