import { Badge, Center, Image, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { de } from './media.de.ts';
import { en } from './media.en.ts';

export interface ListedFile {
  id: string;
  url: string;
  fileName: string;
  contentType: string;
  kind: string;
  size?: number | null;
  alt?: string | null;
  accessLevel: string;
  createdAt: string;
}

export interface FileListProps {
  files: readonly ListedFile[];
  onOpen: (id: string) => void;
}

export function FileGrid({ files, onOpen }: FileListProps) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} spacing="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {files.map((file) => (
        <li key={file.id}>
          <Tile file={file} onOpen={onOpen} />
        </li>
      ))}
    </SimpleGrid>
  );
}

function Tile({ file, onOpen }: { file: ListedFile; onOpen: (id: string) => void }) {
  const text = useText(en, de);
  const formats = useFormats();
  return (
    <UnstyledButton w="100%" onClick={() => onOpen(file.id)}>
      <Stack gap={4}>
        <Thumbnail file={file} height={130} />
        <Text size="sm" truncate="end">
          {file.fileName}
        </Text>
        <Text size="xs" c="dimmed">
          {formats.bytes(file.size ?? 0)}
          {file.accessLevel !== 'public' && (
            <Badge size="xs" variant="outline" color="gray" ml="xs" c="inherit">
              {text.restricted}
            </Badge>
          )}
        </Text>
      </Stack>
    </UnstyledButton>
  );
}

/** A small version that the service makes; other files have their type. */
export function Thumbnail({ file, height }: { file: ListedFile; height: number }) {
  if (file.kind === 'image') {
    const url = file.contentType === 'image/svg+xml' ? file.url : withSize(file.url);
    return (
      <Image src={url} alt="" h={height} radius="md" fit="cover" loading="lazy" bg="var(--mantine-color-default)" />
    );
  }
  return (
    <Center h={height} bg="var(--mantine-color-default-hover)" bdrs="md">
      <Stack gap={2} align="center">
        <Icon name={file.kind === 'media' ? 'play' : 'content'} size={28} />
        <Text size="xs">{file.fileName.split('.').at(-1)?.toUpperCase()}</Text>
      </Stack>
    </Center>
  );
}

function withSize(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}w=320&h=240&fit=cover`;
}
