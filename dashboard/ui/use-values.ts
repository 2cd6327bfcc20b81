import { useState } from 'react';
import type { FormErrors } from './form-errors.ts';

type KeysOf<Values, Value> = { [Key in keyof Values]: Values[Key] extends Value ? Key : never }[keyof Values];

/** Of the values that the service knows by another path than their key. */
export type ValuePaths<Values> = Partial<Record<keyof Values, string>>;

/** The values of a form, and the properties that inputs need to show and to change them, with their errors. */
export function useValues<Values extends object>(initial: Values, errors: FormErrors, paths: ValuePaths<Values> = {}) {
  const [values, setValues] = useState(initial);
  const [isChanged, setChanged] = useState(false);
  const set = <Key extends keyof Values>(key: Key, value: Values[Key]) => {
    setValues((all) => ({ ...all, [key]: value }));
    setChanged(true);
  };
  const errorOf = (key: keyof Values) => ({ error: errors.at(paths[key] ?? String(key)) });
  return {
    values,
    set,
    isChanged,
    text: (key: KeysOf<Values, string>) => ({
      ...errorOf(key),
      value: values[key] as string,
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => set(key, value as never),
    }),
    choice: (key: KeysOf<Values, string>) => ({
      ...errorOf(key),
      value: values[key] as string,
      allowDeselect: false,
      onChange: (value: string | null) => value !== null && set(key, value as never),
    }),
    flag: (key: KeysOf<Values, boolean>) => ({
      ...errorOf(key),
      checked: values[key] as boolean,
      onChange: ({ currentTarget: { checked } }: { currentTarget: { checked: boolean } }) => set(key, checked as never),
    }),
    list: (key: KeysOf<Values, string[]>) => ({
      ...errorOf(key),
      value: values[key] as string[],
      onChange: (value: string[]) => set(key, value as never),
    }),
  };
}
