import { Badge, Button, Card, Code, Group, List, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { request } from '../../data/request.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Problem } from '../../ui/problem.tsx';
import { de } from './agent.de.ts';
import { en } from './agent.en.ts';
import { EXPLAIN } from './agent.query.ts';

const MAX_MESSAGES = 10;

interface Explained {
  message: string;
  agentAnswers: boolean;
  detected: { name: string; confidence: number } | null;
  triggers: readonly ExplainedTrigger[];
}

interface ExplainedTrigger {
  outcome: keyof typeof en.outcomes;
  shadowedById: string | null;
  confidence: number | null;
  trigger: {
    id: string;
    type: 'keyword' | 'intent';
    trigger: { value: string; confidence: number };
    options: { priority: number };
  };
  alternatives: readonly {
    isWholeMessage: boolean;
    isMatched: boolean;
    found: readonly string[];
    missing: readonly string[];
  }[];
}

/** Paste messages, see which trigger fires and why. */
export function TestBench() {
  const text = useText(en, de);
  const site = useSiteId();
  const [pasted, setPasted] = useState('');
  const messages = pasted
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_MESSAGES);
  const explain = useMutation({
    mutationFn: async () => (await request(EXPLAIN, { messages }, { site })).explainTriggers,
  });
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="xs">
        {text.bench}
      </Title>
      <Stack>
        <Textarea
          label={text.messages}
          description={text.messagesHint}
          autosize
          minRows={2}
          maxRows={10}
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <Group>
          <Button disabled={messages.length === 0} loading={explain.isPending} onClick={() => explain.mutate()}>
            {text.tryIt}
          </Button>
        </Group>
        <Problem error={explain.error} />
        <Stack role="status" gap="lg">
          {(explain.data ?? []).map((explained, index) => (
            // Messages may be equal, and their order is theirs.
            // oxlint-disable-next-line react/no-array-index-key
            <Message key={index} explained={explained} />
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}

function Message({ explained }: { explained: Explained }) {
  const text = useText(en, de);
  const formats = useFormats();
  const { message, agentAnswers, detected, triggers } = explained;
  const nameOf = (id: string | null) => triggers.find(({ trigger }) => trigger.id === id)?.trigger.trigger.value ?? '';
  return (
    <div>
      <Text fw={600}>{text.quoted(message)}</Text>
      <Text size="sm" c="dimmed">
        {agentAnswers ? text.agentAnswers : text.agentSilent}
        {detected && ` ${text.detected(detected.name, formats.number(detected.confidence))}`}
      </Text>
      <List size="sm" spacing="xs" mt="xs">
        {triggers.map((each) => (
          <List.Item key={each.trigger.id}>
            <Badge
              tt="none"
              variant={each.outcome === 'fires' ? 'filled' : 'outline'}
              c={each.outcome === 'fires' ? undefined : 'var(--mantine-color-text)'}
            >
              {text.outcomes[each.outcome]}
            </Badge>{' '}
            <Code>{each.trigger.trigger.value}</Code> <Why explained={each} winner={nameOf(each.shadowedById)} />
          </List.Item>
        ))}
      </List>
    </div>
  );
}

function Why({ explained, winner }: { explained: ExplainedTrigger; winner: string }) {
  const text = useText(en, de);
  const { outcome, confidence, trigger, alternatives } = explained;
  if (outcome === 'disabled') return null;
  const parts: string[] = [];
  if (outcome === 'shadowed') parts.push(text.shadowedBy(winner));
  if (confidence !== null) parts.push(text.confidence(confidence, trigger.trigger.confidence));
  const [best] = alternatives;
  if (best?.isMatched) parts.push(text.matched(best.found.join(' + '), best.isWholeMessage));
  else
    parts.push(...alternatives.map(({ missing, isWholeMessage }) => text.missing(missing.join(' + '), isWholeMessage)));
  if (trigger.type === 'intent' && confidence === null) parts.push(text.notMeant);
  return <span>{parts.join(' · ')}</span>;
}
