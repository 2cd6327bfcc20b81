import { Button, Group, Image, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../text/language.tsx';
import { de } from '../content.de.ts';
import { en } from '../content.en.ts';
import { AssetPicker } from './asset-picker.tsx';
import type { InputProps } from './field-input.tsx';

/** A file of the media library, or the URL of one elsewhere. Values that are objects keep what else they have. */
export function AssetInput({ field, value, common, onChange }: InputProps) {
  const text = useText(en, de);
  const [isOpen, setOpen] = useState(false);
  const isObject = typeof value === 'object' && value !== null;
  const url = isObject ? (value as { url?: unknown }).url : value;
  const address = typeof url === 'string' ? url : '';
  const change = (next: string) => {
    if (next === '') onChange(null);
    else onChange(isObject ? { ...value, url: next } : next);
  };
  return (
    <div>
      <Group align="end" gap="xs">
        <TextInput
          {...common}
          flex={1}
          placeholder={text.fileUrl}
          value={address}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
        <Button variant="default" aria-label={`${field.label}: ${text.choose}`} onClick={() => setOpen(true)}>
          {text.choose}
        </Button>
      </Group>
      {/^https?:|^\//.test(address) && field.type === 'media' && (
        <Image src={address} alt="" mah={160} w="auto" fit="contain" radius="sm" mt="xs" fallbackSrc="/favicon.ico" />
      )}
      {address === '' && (
        <Text size="xs" c="dimmed" mt={4}>
          {text.noFile}
        </Text>
      )}
      {isOpen && (
        <AssetPicker
          title={field.label}
          onlyImages={
            field.type === 'media' && field.validation?.allowedTypes?.every((type) => type.startsWith('image/'))
          }
          onChoose={(id) => {
            onChange(id);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
