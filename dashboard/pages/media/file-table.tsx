import { Anchor, Box, Group, Table } from '@mantine/core';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { type FileListProps, Thumbnail } from './file-grid.tsx';
import { de } from './media.de.ts';
import { en } from './media.en.ts';

export function FileTable({ files, onOpen }: FileListProps) {
  const text = useText(en, de);
  const formats = useFormats();
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.name}</Table.Th>
            <Table.Th>{text.type}</Table.Th>
            <Table.Th>{text.size}</Table.Th>
            <Table.Th>{text.added}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {files.map((file) => (
            <Table.Tr key={file.id}>
              <Table.Td>
                <Group gap="sm" wrap="nowrap">
                  <Box w={48} aria-hidden="true">
                    <Thumbnail file={file} height={48} />
                  </Box>
                  <Anchor component="button" type="button" ta="left" onClick={() => onOpen(file.id)}>
                    {file.fileName}
                  </Anchor>
                </Group>
              </Table.Td>
              <Table.Td>{file.contentType}</Table.Td>
              <Table.Td>{formats.bytes(file.size ?? 0)}</Table.Td>
              <Table.Td>{formats.day(file.createdAt)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
