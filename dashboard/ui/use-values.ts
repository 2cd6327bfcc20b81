import { useState } from 'react';
import { isEmpty, withChanges } from '../data/unsaved/changes.ts';
import type { UnsavedForm } from '../data/unsaved/unsaved-form.ts';
import type { FormErrors } from './form-errors.ts';
import { withLineEnds } from './line-ends.ts';
import { useUnsavedValues } from './use-unsaved.ts';

type KeysOf<Values, Value> = { [Key in keyof Values]: Values[Key] extends Value ? Key : never }[keyof Values];

/** Of the values that the service knows by another path than their key. */
export type ValuePaths<Values> = Partial<Record<keyof Values, string>>;

interface ValuesOptions<Values> {
  /** Keeps them on the device until they are saved. */
  unsaved: UnsavedForm;
  /** The revision of what is edited. */
  base?: string | number;
  /** Those that are never kept: passwords, keys, headers. */
  secrets?: readonly (keyof Values & string)[];
  paths?: ValuePaths<Values>;
}

/** The values of a form, and the properties that inputs need to show and to change them, with their errors. */
export function useValues<Values extends object>(
  stored: Values,
  errors: FormErrors,
  { unsaved, base, secrets, paths = {} }: ValuesOptions<Values>,
) {
  const [initial] = useState(stored);
  const [values, setValues] = useState(initial);
  useUnsavedValues(unsaved, { initial, values, base, secrets });
  const set = <Key extends keyof Values>(key: Key, value: Values[Key]) =>
    setValues((all) => ({ ...all, [key]: value }));
  const errorOf = (key: keyof Values) => ({ error: errors.at(paths[key] ?? String(key)) });
  return {
    values,
    set,
    isChanged: !isEmpty(unsaved.changesIn(values)),
    /** For `<Form>`, which offers what was typed earlier. */
    unsaved: { unsaved, base, onRestore: (changes: object) => setValues((all) => withChanges(all, { ...changes })) },
    text: (key: KeysOf<Values, string>) => ({
      ...errorOf(key),
      value: values[key] as string,
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        set(key, withLineEnds(values[key] as string, value) as never),
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
