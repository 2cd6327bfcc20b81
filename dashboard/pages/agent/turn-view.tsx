import { Button, Card, Code, Group, Loader, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../text/language.tsx';
import { Problem } from '../../ui/problem.tsx';
import { de } from './agent.de.ts';
import { en } from './agent.en.ts';
import { Passage } from './passage.tsx';
import type { Answer, CitedSource } from './stream-chat.ts';
import { Trace } from './trace.tsx';

export interface AskedTurn {
  key: number;
  question: string;
  /** What has come of the answer so far. */
  text: string;
  answer: Answer | null;
  error: Error | null;
}

export function TurnView({ turn }: { turn: AskedTurn }) {
  const { question, text, answer, error } = turn;
  const [opened, setOpened] = useState<CitedSource | null>(null);
  const [hasTrace, setTrace] = useState(false);
  return (
    <Stack gap="xs" component="article">
      <Card withBorder ml={{ base: 0, sm: 80 }} bg="var(--mantine-color-default-hover)">
        <Text style={{ whiteSpace: 'pre-wrap' }}>{question}</Text>
      </Card>
      <Card withBorder mr={{ base: 0, sm: 80 }}>
        {!answer && !error && text === '' && <Loader size="xs" type="dots" />}
        <Text component="div" style={{ whiteSpace: 'pre-wrap' }}>
          {answer ? answer.message : text}
        </Text>
        <Problem error={error} />
        {answer && (
          <Details answer={answer} onOpen={setOpened} onTrace={() => setTrace(!hasTrace)} hasTrace={hasTrace} />
        )}
        {answer && hasTrace && <Trace session={answer.sessionId} turn={answer.messageId} />}
      </Card>
      {opened && <Passage source={opened} onClose={() => setOpened(null)} />}
    </Stack>
  );
}

interface DetailsProps {
  answer: Answer;
  hasTrace: boolean;
  onOpen: (source: CitedSource) => void;
  onTrace: () => void;
}

function Details({ answer, hasTrace, onOpen, onTrace }: DetailsProps) {
  const text = useText(en, de);
  const sources = new Map(
    (answer.citations ?? []).flatMap((cited) => cited.sources).map((each) => [each.chunkId, each]),
  );
  return (
    <Stack gap="xs" mt="sm">
      {sources.size > 0 && (
        <Group gap="xs" aria-label={text.sources} role="group">
          {[...sources.values()].map((source) => (
            <Button key={source.chunkId} size="compact-sm" variant="default" onClick={() => onOpen(source)}>
              [{source.number}] {source.title}
            </Button>
          ))}
        </Group>
      )}
      {answer.triggeredBy && (
        <Text size="sm">
          {text.firedBy}: <Code>{answer.triggeredBy.value}</Code>
        </Text>
      )}
      {(answer.toolCalls ?? []).map((call, index) => (
        // Calls have no id, and never change.
        // oxlint-disable-next-line react/no-array-index-key
        <Code block key={index}>{`${call.name}(${JSON.stringify(call.input)}) → ${JSON.stringify(call.output)}`}</Code>
      ))}
      {answer.actions && (
        <Text size="sm">
          {text.actions}: {answer.actions.map(({ type, label }) => label ?? type).join(', ')}
        </Text>
      )}
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          {text.spent(answer.metadata.model, answer.metadata.tokensUsed, answer.metadata.proxyLatencyMs)}
        </Text>
        <Button size="compact-sm" variant="default" aria-expanded={hasTrace} onClick={onTrace}>
          {hasTrace ? text.hideTrace : text.showTrace}
        </Button>
      </Group>
    </Stack>
  );
}
