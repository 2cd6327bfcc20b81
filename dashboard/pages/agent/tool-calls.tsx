import { Table, Text } from '@mantine/core';
import { useSiteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { de } from './agent.de.ts';
import { en } from './agent.en.ts';
import { CALLS } from './agent.query.ts';

export function ToolCalls({ tool }: { tool: string }) {
  const text = useText(en, de);
  const formats = useFormats();
  return (
    <QueryView query={useSiteQuery(CALLS, { tool })}>
      {({ webhookToolCalls: { items } }) =>
        items.length === 0 ? (
          <Text size="sm" mt="sm">
            {text.noCalls}
          </Text>
        ) : (
          <Table.ScrollContainer minWidth={520} scrollAreaProps={{ tabIndex: 0, 'aria-label': text.toolParts.calls }}>
            <Table
              data={{
                head: [text.time, text.madeBy, text.status, text.duration, text.outcome],
                body: items.map(({ createdAt, origin, status, durationMs, error }) => [
                  formats.moment(createdAt),
                  text.origins[origin],
                  status ?? '–',
                  `${formats.number(durationMs)} ms`,
                  error ?? text.succeeded,
                ]),
              }}
            />
          </Table.ScrollContainer>
        )
      }
    </QueryView>
  );
}
