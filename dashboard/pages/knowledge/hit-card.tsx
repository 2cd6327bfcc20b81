import { Anchor, Button, Card, Group, Mark, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { clock } from './clock.ts';
import { de } from './knowledge.de.ts';
import { en } from './knowledge.en.ts';
import { type Ranking, RankingTable, scoreText } from './ranking-table.tsx';

interface Hit {
  rank: number;
  score: number;
  title: string;
  source: 'content' | 'document' | 'file' | 'video';
  section: readonly string[];
  page?: number | null;
  startTime?: number | null;
  url?: string | null;
  snippet: { text: string; highlights: readonly { start: number; end: number }[] };
  ranking?: Ranking | null;
}

export function HitCard({ hit }: { hit: Hit }) {
  const text = useText(en, de);
  const formats = useFormats();
  const place = [
    text.kinds[hit.source],
    ...hit.section,
    ...(typeof hit.page === 'number' ? [text.page(formats.number(hit.page))] : []),
  ];
  return (
    <Card withBorder component="article">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="start">
          <Title order={2} size="h5">
            {hit.rank}. {hit.title}
          </Title>
          <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
            {text.score(scoreText(hit.score))}
          </Text>
        </Group>
        <Text size="xs" c="dimmed">
          {place.join(' · ')}
        </Text>
        <Text size="sm">
          <Highlighted {...hit.snippet} />
        </Text>
        <SourceLink hit={hit} />
        {hit.ranking && <RankingTable ranking={hit.ranking} />}
      </Stack>
    </Card>
  );
}

function SourceLink({ hit: { source, url, startTime } }: { hit: Hit }) {
  const text = useText(en, de);
  const [isPlaying, setIsPlaying] = useState(false);
  if (!url) return null;
  // A page of a video host plays on that page.
  const isFile = /\.(mp4|webm|mov|m4v)$/i.test(new URL(url, window.location.href).pathname);
  if (source !== 'video' || !isFile) {
    return (
      <Anchor href={url} target="_blank" rel="noreferrer" size="sm" underline="always">
        {source === 'video' ? text.play(clock(startTime ?? 0)) : text.openSource}
      </Anchor>
    );
  }
  if (isPlaying) {
    // Its sound is what was searched: the passage above is the transcript.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    return <video src={url} controls autoPlay width="100%" />;
  }
  return (
    <Group>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="play" size={14} />}
        onClick={() => setIsPlaying(true)}
      >
        {text.play(clock(startTime ?? 0))}
      </Button>
    </Group>
  );
}

function Highlighted({ text, highlights }: Hit['snippet']) {
  return [...highlights, { start: text.length, end: text.length }].map(({ start, end }, index) => (
    <span key={start}>
      {text.slice(highlights[index - 1]?.end ?? 0, start)}
      {end > start && <Mark>{text.slice(start, end)}</Mark>}
    </span>
  ));
}
