import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AccessLevel } from '../.generated/graphql.ts';
import { useText } from '../text/language.tsx';
import { de } from './access-levels.de.ts';
import { en } from './access-levels.en.ts';

interface AccessLevelSelectProps<L extends AccessLevel> {
  label: string;
  error: ReactNode;
  value: L;
  /** A level that cannot be chosen. */
  excluded?: Exclude<AccessLevel, L>;
  onChange: (level: L) => void;
}

/** The levels are those that have a text, which the compiler compares with the schema. */
export function AccessLevelSelect<L extends AccessLevel>({ excluded, onChange, ...props }: AccessLevelSelectProps<L>) {
  const text = useText(en, de);
  const levels = Object.entries(text).filter(([level]) => level !== excluded);
  return (
    <Select
      {...props}
      allowDeselect={false}
      data={levels.map(([level, label]) => ({ value: level as L, label }))}
      onChange={(level) => level !== null && onChange(level)}
    />
  );
}
