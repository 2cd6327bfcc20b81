import { Alert, Code, Stack, Table, Text, Title } from '@mantine/core';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import type { Delivery } from './endpoint-data.ts';
import { de } from './webhooks.de.ts';
import { en } from './webhooks.en.ts';

/** One event for an endpoint: its last request and what was answered. */
export function DeliveryView({ delivery }: { delivery: Delivery }) {
  const text = useText(en, de);
  const { status, error, requestHeaders, requestBody, responseStatus, responseBody } = delivery;
  return (
    <Stack>
      {error !== null && (
        <Alert color={status === 'failed' ? 'red' : 'yellow'} title={text.reason}>
          {error}
        </Alert>
      )}
      <Facts delivery={delivery} />
      <Title order={3} size="h5">
        {text.request}
      </Title>
      {requestHeaders && <Block>{linesOf(requestHeaders)}</Block>}
      <Block>{indented(requestBody)}</Block>
      {responseStatus !== null && (
        <>
          <Title order={3} size="h5">
            {text.body(responseStatus)}
          </Title>
          {responseBody ? <Block>{indented(responseBody)}</Block> : <Text size="sm">{text.empty}</Text>}
        </>
      )}
    </Stack>
  );
}

function Facts({ delivery }: { delivery: Delivery }) {
  const text = useText(en, de);
  const formats = useFormats();
  const { event, status, createdAt, attempts, attemptedAt, nextAttemptAt, durationMs } = delivery;
  const rows = [
    [text.event, event],
    [text.status, text.statuses[status]],
    [text.happened, formats.second(createdAt)],
    [text.sent, attemptedAt === null ? text.notSent : formats.second(attemptedAt)],
    ...(durationMs === null ? [] : [[text.duration, text.milliseconds(formats.number(durationMs))]]),
    [text.attempts, formats.number(attempts)],
    ...(nextAttemptAt === null ? [] : [[text.next, formats.second(nextAttemptAt)]]),
  ];
  return (
    <Table variant="vertical" withTableBorder>
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={160}>{name}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Block({ children }: { children: string }) {
  return (
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {children}
    </Code>
  );
}

function linesOf(headers: Readonly<Record<string, unknown>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}

/** JSON on lines of its own; anything else as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
