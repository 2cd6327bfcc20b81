import { Anchor, Badge, Button, Card, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayEdit } from '../../app/use-may-edit.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { useSiteMutation, useSiteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Problem } from '../../ui/problem.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { AgentPage } from './agent-page.tsx';
import { de } from './agent.de.ts';
import { en } from './agent.en.ts';
import { SET_TOOL, TOOLS } from './agent.query.ts';
import { ToolCalls } from './tool-calls.tsx';
import { ToolTest } from './tool-test.tsx';

export interface ToolRow {
  id: string;
  name: string;
  description: string;
  method: 'GET' | 'POST';
  endpoint: string;
  enabled: boolean;
  effect: 'read' | 'write';
  inputSchema: unknown;
}

/** The webhook tools, each with a dry run and its last calls. */
export default function Tools() {
  const text = useText(en, de);
  const query = useSiteQuery(TOOLS, {});
  const site = useSiteId();
  const mayEdit = useMayEdit();
  return (
    <AgentPage part="tools">
      <QueryView query={query}>
        {({ webhookTools }) => (
          <Stack>
            {mayEdit && (
              <Group>
                <Button component={Link} to={`/${site}/agent/tools/new`} leftSection={<Icon name="add" />}>
                  {text.newTool}
                </Button>
              </Group>
            )}
            {webhookTools.items.length === 0 && <Text c="dimmed">{text.noTools}</Text>}
            {webhookTools.items.map((tool) => (
              <Tool key={tool.id} tool={tool} />
            ))}
          </Stack>
        )}
      </QueryView>
    </AgentPage>
  );
}

function Tool({ tool }: { tool: ToolRow }) {
  const text = useText(en, de);
  const set = useSiteMutation(SET_TOOL);
  const site = useSiteId();
  const [opened, setOpened] = useState<'test' | 'calls' | null>(null);
  const toggle = (part: 'test' | 'calls') => setOpened(opened === part ? null : part);
  return (
    <Card withBorder>
      <Group justify="space-between" align="start">
        <div style={{ minWidth: 0, flex: 1 }}>
          <Title order={2} size="h4">
            <Anchor component={Link} to={`/${site}/agent/tools/${tool.id}`} inherit>
              {tool.name}
            </Anchor>
          </Title>
          <Text size="sm">{tool.description}</Text>
          <Text size="sm" c="dimmed" ff="monospace" style={{ wordBreak: 'break-all' }}>
            {tool.method} {tool.endpoint}
          </Text>
        </div>
        <Group>
          <Badge tt="none" variant="default">
            {text.effects[tool.effect]}
          </Badge>
          <Switch
            aria-label={`${text.enabled}: ${tool.name}`}
            checked={tool.enabled}
            onChange={(event) => set.mutate({ id: tool.id, enabled: event.currentTarget.checked })}
          />
        </Group>
      </Group>
      <Problem error={set.error} />
      <Group mt="sm" gap="xs">
        {(['test', 'calls'] as const).map((part) => (
          <Button
            key={part}
            size="compact-sm"
            variant="default"
            aria-expanded={opened === part}
            onClick={() => toggle(part)}
          >
            {text.toolParts[part]}
          </Button>
        ))}
      </Group>
      {opened === 'test' && <ToolTest tool={tool} />}
      {opened === 'calls' && <ToolCalls tool={tool.id} />}
    </Card>
  );
}
