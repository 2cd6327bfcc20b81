import { Checkbox, PasswordInput } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import type { ModelData } from './site-data.ts';

export const NO_KEY = { apiKey: '', removesKey: false };
/** Never kept on the device. */
export const KEYS = ['apiKey', 'removesKey'] as const;

interface KeyInputsProps {
  stored: ModelData['key'] | undefined;
  input: ComponentProps<typeof PasswordInput>;
  /** Null if the model needs a key. */
  removal: ComponentProps<typeof Checkbox> | null;
}

/** A key that is stored and never shown: what is entered replaces it. */
export function KeyInputs({ stored, input, removal }: KeyInputsProps) {
  const text = useText(en, de);
  const formats = useFormats();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <PasswordInput
        label={text.modelKey}
        description={stored ? text.modelKeyStored(stored.lastFour, formats.moment(stored.setAt)) : text.modelKeyHint}
        autoComplete="off"
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{ 'aria-label': text.showKey, 'aria-hidden': undefined, tabIndex: 0 }}
        {...input}
      />
      {stored && removal && <Checkbox label={text.removeKey} {...removal} />}
    </>
  );
}

/** The part of an input that changes the key, or nothing. */
export function keyInput({ apiKey, removesKey }: typeof NO_KEY): { apiKey?: string | null } {
  const key = apiKey.trim();
  if (key !== '') return { apiKey: key };
  return removesKey ? { apiKey: null } : {};
}
