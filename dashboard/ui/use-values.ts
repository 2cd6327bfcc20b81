import { useState } from 'react';

type KeysOf<Values, Value> = { [Key in keyof Values]: Values[Key] extends Value ? Key : never }[keyof Values];

/** The values of a form, and the properties that inputs need to show and to change them. */
export function useValues<Values extends object>(initial: Values) {
  const [values, setValues] = useState(initial);
  const [isChanged, setChanged] = useState(false);
  const set = <Key extends keyof Values>(key: Key, value: Values[Key]) => {
    setValues((all) => ({ ...all, [key]: value }));
    setChanged(true);
  };
  return {
    values,
    set,
    isChanged,
    text: (key: KeysOf<Values, string>) => ({
      value: values[key] as string,
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => set(key, value as never),
    }),
    choice: (key: KeysOf<Values, string>) => ({
      value: values[key] as string,
      allowDeselect: false,
      onChange: (value: string | null) => value !== null && set(key, value as never),
    }),
    flag: (key: KeysOf<Values, boolean>) => ({
      checked: values[key] as boolean,
      onChange: ({ currentTarget: { checked } }: { currentTarget: { checked: boolean } }) => set(key, checked as never),
    }),
    list: (key: KeysOf<Values, string[]>) => ({
      value: values[key] as string[],
      onChange: (value: string[]) => set(key, value as never),
    }),
  };
}
