import { Anchor, Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { withoutAgentNotices } from '../../../src/shared/agent-notices.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { useSiteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { de } from './conversations.de.ts';
import { en } from './conversations.en.ts';
import { CONVERSATION } from './conversations.query.ts';
import { MakeDocument } from './make-document.tsx';
import { MakeTrigger } from './make-trigger.tsx';

interface Turn {
  id: string;
  message: string;
  createdAt: string;
  isUnanswered: boolean;
  hasFailedTool: boolean;
  feedback: { rating: 'up' | 'down'; comment: string | null } | null;
  answer: {
    message: string;
    toolCalls: readonly { name: string }[] | null;
    citations: readonly { sources: readonly { number: number; title: string }[] }[] | null;
  };
}

type Making = { what: 'document' | 'trigger'; of: Turn } | null;

/** The transcript of a conversation. */
export default function Conversation() {
  const text = useText(en, de);
  const site = useSiteId();
  const { session = '' }: { session?: string } = useParams({ strict: false });
  const query = useSiteQuery(CONVERSATION, { site, session });
  const [making, setMaking] = useState<Making>(null);
  const close = () => setMaking(null);
  return (
    <Page title={text.conversation}>
      <Anchor component={Link} to={`/${site}/conversations`}>
        {text.back}
      </Anchor>
      <QueryView query={query}>
        {({ chatTranscript }) => (
          <Stack gap="lg">
            {chatTranscript.turns.map((turn) => (
              <TurnView key={turn.id} turn={turn} onMake={(what) => setMaking({ what, of: turn })} />
            ))}
          </Stack>
        )}
      </QueryView>
      {making?.what === 'document' && <MakeDocument {...textsOf(making.of)} onClose={close} />}
      {making?.what === 'trigger' && <MakeTrigger {...textsOf(making.of)} onClose={close} />}
    </Page>
  );
}

/** What the agent says where it has no answer is none to keep. */
function textsOf({ message, answer, isUnanswered }: Turn): { question: string; answer: string } {
  return { question: message, answer: isUnanswered ? '' : withoutAgentNotices(answer.message) };
}

function TurnView({ turn, onMake }: { turn: Turn; onMake: (what: 'document' | 'trigger') => void }) {
  const text = useText(en, de);
  const formats = useFormats();
  const { answer, feedback } = turn;
  const sources = (answer.citations ?? []).flatMap((citation) => citation.sources);
  const titles = new Map(sources.map((source) => [source.number, source.title]));
  return (
    <Stack gap="xs" component="article">
      <Card withBorder ml={{ base: 0, sm: 80 }}>
        <Text size="xs" c="dimmed">
          {text.visitor} · {formats.moment(turn.createdAt)}
        </Text>
        <Text style={{ whiteSpace: 'pre-wrap' }}>{turn.message}</Text>
      </Card>
      <Card withBorder mr={{ base: 0, sm: 80 }}>
        <Text size="xs" c="dimmed">
          {text.agent}
        </Text>
        <Text style={{ whiteSpace: 'pre-wrap' }}>{answer.message}</Text>
        {titles.size > 0 && (
          <Text size="sm" mt="xs">
            {text.sources}: {[...titles].map(([number, title]) => `[${number}] ${title}`).join(' · ')}
          </Text>
        )}
        {answer.toolCalls && (
          <Text size="sm" mt="xs">
            {text.called}: {answer.toolCalls.map(({ name }) => name).join(', ')}
          </Text>
        )}
        {feedback?.comment && <Text mt="xs">{text.quoted(feedback.comment)}</Text>}
        <Group gap="xs" mt="sm">
          {turn.isUnanswered && <Mark label={text.filters.unanswered} />}
          {turn.hasFailedTool && <Mark label={text.filters.failed} />}
          {feedback && <Mark label={feedback.rating === 'up' ? text.ratedUp : text.ratedDown} />}
          <Button size="compact-sm" variant="default" onClick={() => onMake('document')}>
            {text.makeDocument}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onMake('trigger')}>
            {text.makeTrigger}
          </Button>
        </Group>
      </Card>
    </Stack>
  );
}

function Mark({ label }: { label: string }) {
  return (
    <Badge tt="none" variant="outline" c="var(--mantine-color-text)">
      {label}
    </Badge>
  );
}
