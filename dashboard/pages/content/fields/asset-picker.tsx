import { Image, Modal, SimpleGrid, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useSiteQuery } from '../../../data/site-query.ts';
import { useText } from '../../../text/language.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { de } from '../content.de.ts';
import { en } from '../content.en.ts';
import { ASSET_CHOICES } from '../content.query.ts';

interface AssetPickerProps {
  title: string;
  onlyImages: boolean | undefined;
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** The newest files of the site, or those with a name. */
export function AssetPicker({ title, onlyImages, onChoose, onClose }: AssetPickerProps) {
  const text = useText(en, de);
  const [name, setName] = useState('');
  const [soon] = useDebouncedValue(name.trim(), 250);
  const filter = { name: soon || null, kind: onlyImages ? ('image' as const) : null };
  const query = useSiteQuery(ASSET_CHOICES, { filter });
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeButtonProps={{ 'aria-label': text.back }}>
      <Stack>
        <TextInput
          aria-label={text.searchFiles}
          placeholder={text.searchFiles}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <QueryView query={query}>
          {({ assets: { items } }) => (
            <SimpleGrid cols={{ base: 2, sm: 4 }}>
              {items.length === 0 && <Text>{text.noMatch}</Text>}
              {items.map(({ id, fileName, kind, url, alt }) => (
                <UnstyledButton key={id} onClick={() => onChoose(id)}>
                  {kind === 'image' && <Image src={url} alt={alt ?? ''} h={96} radius="sm" />}
                  <Text size="xs" truncate>
                    {fileName}
                  </Text>
                </UnstyledButton>
              ))}
            </SimpleGrid>
          )}
        </QueryView>
      </Stack>
    </Modal>
  );
}
