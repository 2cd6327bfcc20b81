import { Alert, Button, Code, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { request } from '../../data/request.ts';
import { useText } from '../../text/language.tsx';
import { Problem } from '../../ui/problem.tsx';
import { de } from './agent.de.ts';
import { en } from './agent.en.ts';
import { TEST_TOOL } from './agent.query.ts';
import type { ToolRow } from './tools.tsx';

/** The request that an input makes; sent on demand. */
export function ToolTest({ tool }: { tool: ToolRow }) {
  const text = useText(en, de);
  const site = useSiteId();
  const [input, setInput] = useState(() => JSON.stringify(exampleOf(tool.inputSchema), null, 2));
  const parsed = parse(input);
  const test = useMutation({
    mutationFn: async (send: boolean) =>
      (await request(TEST_TOOL, { id: tool.id, input: parsed ?? {}, send }, { site })).testWebhookTool,
  });
  return (
    <Stack mt="sm" gap="sm">
      <Textarea
        label={text.input}
        description={text.inputHint}
        autosize
        minRows={3}
        maxRows={12}
        value={input}
        error={parsed ? null : text.noJson}
        onChange={(event) => setInput(event.currentTarget.value)}
        styles={{ input: { fontFamily: 'monospace' } }}
      />
      <Group>
        <Button variant="default" disabled={!parsed} onClick={() => test.mutate(false)}>
          {text.dryRun}
        </Button>
        <Button variant="default" disabled={!parsed} loading={test.isPending} onClick={() => test.mutate(true)}>
          {text.send}
        </Button>
      </Group>
      <Problem error={test.error} />
      {test.data && <Tested {...test.data} />}
    </Stack>
  );
}

interface TestedProps {
  violation: string | null;
  request: { method: string; url: string; headers: unknown; body: string | null } | null;
  call: { status: number | null; durationMs: number; error: string | null; output: unknown } | null;
}

function Tested({ violation, request: made, call }: TestedProps) {
  const text = useText(en, de);
  return (
    <Stack role="status" gap="sm">
      {violation !== null && <Alert color="red">{violation}</Alert>}
      {made && (
        <Code block style={{ whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}>
          {[`${made.method} ${made.url}`, ...headersOf(made.headers), '', made.body ?? ''].join('\n')}
        </Code>
      )}
      {call && (
        <Alert color={call.error === null ? 'green' : 'red'} title={`${call.status ?? '–'} · ${call.durationMs} ms`}>
          {call.error ?? text.succeeded}
        </Alert>
      )}
      {call && call.error === null && (
        <>
          <Text size="sm">{text.agentGets}</Text>
          <Code block style={{ whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}>
            {JSON.stringify(call.output, null, 2)}
          </Code>
        </>
      )}
    </Stack>
  );
}

function headersOf(headers: unknown): string[] {
  return Object.entries(headers as Record<string, string>).map(([name, value]) => `${name}: ${value}`);
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The inputs that the schema names, empty. */
function exampleOf(schema: unknown): Record<string, unknown> {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { type?: unknown }> };
  const empty: Record<string, unknown> = { number: 0, integer: 0, boolean: false, array: [], object: {} };
  return Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, empty[String(type)] ?? '']));
}
