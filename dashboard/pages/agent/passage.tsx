import { Anchor, Stack, Text } from '@mantine/core';
import { useSiteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { de } from './agent.de.ts';
import { en } from './agent.en.ts';
import { PASSAGES } from './agent.query.ts';
import type { CitedSource } from './stream-chat.ts';

/** The passage that a citation names, in the texts of its source. */
export function Passage({ source, onClose }: { source: CitedSource; onClose: () => void }) {
  const text = useText(en, de);
  const query = useSiteQuery(PASSAGES, { source: source.sourceId, after: null });
  return (
    <Dialog size="lg" onClose={onClose} title={source.title}>
      <QueryView query={query}>
        {({ knowledgeChunks }) => {
          const passage = knowledgeChunks.items.find(({ id }) => id === source.chunkId);
          if (!passage) return <Text>{text.noPassage}</Text>;
          const place = [...passage.section, passage.page === null ? '' : text.page(passage.page)].filter(Boolean);
          return (
            <Stack gap="sm">
              {place.length > 0 && (
                <Text size="sm" c="dimmed">
                  {place.join(' › ')}
                </Text>
              )}
              <Text style={{ whiteSpace: 'pre-wrap' }}>{passage.text}</Text>
              {source.url !== null && (
                <Anchor href={source.url} target="_blank" rel="noreferrer">
                  {text.openSource}
                </Anchor>
              )}
            </Stack>
          );
        }}
      </QueryView>
    </Dialog>
  );
}
