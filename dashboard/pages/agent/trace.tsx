import { Stack, Table, Text, Title } from '@mantine/core';
import { useSiteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { de } from './agent.de.ts';
import { en } from './agent.en.ts';
import { TRACE } from './agent.query.ts';

/** As `TurnTrace` of the service writes it. */
interface TurnTrace {
  queries: string[];
  candidates: { chunkId: string; title: string; score: number; given: boolean }[];
  keywordTriggers: { checked: number; matched: { value: string; fired: boolean }[] };
  citations: { given: number; kept: number };
  tokens: { input: number; output: number };
  rounds: number;
  steps: { name: string; ms: number }[];
}

/** What was retrieved, checked and spent for an answer. */
export function Trace({ session, turn }: { session: string; turn: string }) {
  const text = useText(en, de);
  const query = useSiteQuery(TRACE, { session });
  return (
    <QueryView query={query}>
      {({ chatSession }) => {
        const trace = chatSession.turns.find(({ id }) => id === turn)?.trace as TurnTrace | null | undefined;
        return trace ? <Details trace={trace} /> : <Text size="sm">{text.noTrace}</Text>;
      }}
    </QueryView>
  );
}

function Details({ trace }: { trace: TurnTrace }) {
  const text = useText(en, de);
  const formats = useFormats();
  return (
    <Stack gap="sm" mt="md">
      <Text size="sm">
        {text.searchedFor}: {trace.queries.join(' · ') || '–'}
      </Text>
      <Title order={2} size="h5">
        {text.retrieved}
      </Title>
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ tabIndex: 0, 'aria-label': text.retrieved }}>
        <Table
          data={{
            head: [text.source, text.score, text.given],
            body: trace.candidates.map(({ title, score, given }) => [title, score.toFixed(3), given ? text.yes : '–']),
          }}
        />
      </Table.ScrollContainer>
      <Text size="sm">{text.citationsKept(trace.citations.given, trace.citations.kept)}</Text>
      <Text size="sm">
        {text.checkedTriggers(trace.keywordTriggers.checked)}{' '}
        {trace.keywordTriggers.matched.map(({ value, fired }) => (fired ? `${value} ✓` : value)).join(', ')}
      </Text>
      <Title order={2} size="h5">
        {text.spentTitle}
      </Title>
      <Text size="sm">
        {text.tokens(formats.number(trace.tokens.input), formats.number(trace.tokens.output), trace.rounds)}
      </Text>
      <Table
        data={{
          head: [text.step, text.duration],
          body: trace.steps.map(({ name, ms }) => [name, `${formats.number(ms)} ms`]),
        }}
      />
    </Stack>
  );
}
