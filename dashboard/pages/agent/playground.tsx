import { Button, Group, Select, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { useSiteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { AgentPage } from './agent-page.tsx';
import { de } from './agent.de.ts';
import { en } from './agent.en.ts';
import { PLAYGROUND } from './agent.query.ts';
import { ModelNote } from './model-note.tsx';
import { streamChat } from './stream-chat.ts';
import { type AskedTurn, TurnView } from './turn-view.tsx';

interface PersonaChoice {
  id: string;
  name: string;
  status: string;
  isDefault: boolean;
  suggestedQuestions: readonly string[];
}

export default function Playground() {
  const text = useText(en, de);
  return (
    <AgentPage part="playground">
      <QueryView query={useSiteQuery(PLAYGROUND, {})}>
        {({ agentModel, videoModel, personas }) => (
          <>
            <ModelNote model={agentModel} />
            <Text size="sm" c="dimmed" mb="md">
              {videoModel.images ? text.models.describes(videoModel.name) : text.models.sightless}
            </Text>
            <Chat personas={personas.items} />
          </>
        )}
      </QueryView>
    </AgentPage>
  );
}

function Chat({ personas }: { personas: readonly PersonaChoice[] }) {
  const text = useText(en, de);
  const [persona, setPersona] = useState<string | null>(null);
  const [preview, setPreview] = useState(false);
  const [message, setMessage] = useState('');
  const { turns, isAsking, ask, stop, restart } = useChat({ persona, preview });
  const active = personas.filter(({ status }) => status === 'active');
  const chosen = active.find(({ id, isDefault }) => (persona === null ? isDefault : id === persona));
  const submit = (asked: string) => {
    if (asked.trim() === '' || isAsking) return;
    setMessage('');
    void ask(asked);
  };
  return (
    <Stack>
      <Group align="end">
        <Select
          label={text.persona}
          placeholder={text.defaultPersona}
          data={active.map(({ id, name }) => ({ value: id, label: name }))}
          value={persona}
          clearable
          clearButtonProps={{ 'aria-label': text.defaultPersona }}
          onChange={setPersona}
        />
        <Switch
          label={text.drafts}
          checked={preview}
          mb={8}
          onChange={(event) => setPreview(event.currentTarget.checked)}
        />
        <Button variant="default" disabled={turns.length === 0} onClick={restart}>
          {text.restart}
        </Button>
      </Group>
      <Stack gap="lg" aria-live="polite" aria-busy={isAsking}>
        {turns.length === 0 && <Text c="dimmed">{text.playgroundHint}</Text>}
        {turns.map((turn) => (
          <TurnView key={turn.key} turn={turn} />
        ))}
      </Stack>
      {turns.length === 0 && chosen && (
        <Group gap="xs">
          {chosen.suggestedQuestions.map((question) => (
            <Button key={question} size="compact-sm" variant="default" onClick={() => submit(question)}>
              {question}
            </Button>
          ))}
        </Group>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit(message);
        }}
      >
        <Group align="end" wrap="nowrap">
          <Textarea
            label={text.message}
            flex={1}
            autosize
            minRows={1}
            maxRows={8}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey) return;
              event.preventDefault();
              submit(message);
            }}
          />
          {isAsking ? (
            <Button variant="default" onClick={stop}>
              {text.stop}
            </Button>
          ) : (
            <Button type="submit">{text.ask}</Button>
          )}
        </Group>
      </form>
    </Stack>
  );
}

/** The turns of one conversation, the last of which may be on its way. */
function useChat({ persona, preview }: { persona: string | null; preview: boolean }) {
  const site = useSiteId();
  const [turns, setTurns] = useState<readonly AskedTurn[]>([]);
  const [isAsking, setAsking] = useState(false);
  const stopping = useRef<AbortController>(null);
  const change = (key: number, changes: (turn: AskedTurn) => Partial<AskedTurn>) =>
    setTurns((all) => all.map((turn) => (turn.key === key ? { ...turn, ...changes(turn) } : turn)));
  const ask = async (message: string) => {
    const key = turns.length;
    const sessionId = turns.findLast(({ answer }) => answer)?.answer?.sessionId;
    stopping.current = new AbortController();
    setTurns([...turns, { key, question: message, text: '', answer: null, error: null }]);
    setAsking(true);
    try {
      const answer = await streamChat(
        {
          message,
          preview,
          ...(sessionId === undefined ? {} : { sessionId }),
          ...(persona ? { personaId: persona } : {}),
        },
        {
          site,
          signal: stopping.current.signal,
          onText: (piece) => change(key, (turn) => ({ text: turn.text + piece })),
        },
      );
      change(key, () => ({ answer }));
    } catch (error) {
      if (!stopping.current?.signal.aborted) change(key, () => ({ error: error as Error }));
    } finally {
      setAsking(false);
    }
  };
  const stop = () => stopping.current?.abort();
  const restart = () => {
    stop();
    setTurns([]);
  };
  return { turns, isAsking, ask, stop, restart };
}
