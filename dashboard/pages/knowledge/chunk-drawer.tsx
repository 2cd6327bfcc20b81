import { Card, Group, Pagination, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { siteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { clock } from './clock.ts';
import { de } from './knowledge.de.ts';
import { en } from './knowledge.en.ts';
import { CHUNKS } from './knowledge.query.ts';

const PAGE_SIZE = 20;

interface ChunkDrawerProps {
  sourceId: string;
  name: string;
  onClose: () => void;
}

/** The passages of a source as searches find them. */
export function ChunkDrawer({ sourceId, name, onClose }: ChunkDrawerProps) {
  const text = useText(en, de);
  const site = useSiteId();
  const [page, setPage] = useState(1);
  const variables = { sourceId, page: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } };
  const query = useQuery({ ...siteQuery(site, CHUNKS, variables), placeholderData: keepPreviousData });
  return (
    <SidePanel title={text.showChunksOf(name)} onClose={onClose}>
      <QueryView query={query}>
        {({ knowledgeChunks: { total, items } }) => (
          <Stack>
            {total === 0 && <Text c="dimmed">{text.noChunks}</Text>}
            {items.map((chunk) => (
              <ChunkCard key={chunk.id} chunk={chunk} />
            ))}
            {total > PAGE_SIZE && (
              <Group justify="center">
                <Pagination
                  total={Math.ceil(total / PAGE_SIZE)}
                  value={page}
                  onChange={setPage}
                  getControlProps={(control) => ({ 'aria-label': control })}
                />
              </Group>
            )}
          </Stack>
        )}
      </QueryView>
    </SidePanel>
  );
}

interface Chunk {
  position: number;
  section: readonly string[];
  text: string;
  page?: number | null;
  startTime?: number | null;
  endTime?: number | null;
  hasVector: boolean;
}

function ChunkCard({ chunk }: { chunk: Chunk }) {
  const text = useText(en, de);
  const formats = useFormats();
  const { startTime, endTime, page } = chunk;
  const place = [
    `${chunk.position + 1}`,
    ...chunk.section,
    ...(typeof page === 'number' ? [text.page(formats.number(page))] : []),
    ...(typeof startTime === 'number' ? [`${clock(startTime)}–${clock(endTime ?? startTime)}`] : []),
    ...(chunk.hasVector ? [] : [text.noVector]),
  ];
  return (
    <Card withBorder padding="sm">
      <Text size="xs" c="dimmed" mb={4}>
        {place.join(' · ')}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {chunk.text}
      </Text>
    </Card>
  );
}
