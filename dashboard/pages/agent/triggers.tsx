import {
  Alert,
  Anchor,
  Badge,
  Button,
  Card,
  Code,
  Group,
  List,
  Stack,
  Switch,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayEdit } from '../../app/use-may-edit.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { siteQuery, useSiteMutation, useSiteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pages } from '../../ui/pages.tsx';
import { Problem } from '../../ui/problem.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { AgentPage } from './agent-page.tsx';
import { de } from './agent.de.ts';
import { en } from './agent.en.ts';
import { MORE_TRIGGERS, SET_TRIGGER, TRIGGERS, TRIGGERS_SIZE } from './agent.query.ts';
import { TestBench } from './test-bench.tsx';

interface TriggerRow {
  id: string;
  type: 'keyword' | 'intent';
  enabled: boolean;
  trigger: { value: string };
  options: { priority: number; skipAgent: boolean };
}

interface Named {
  id: string;
  trigger: { value: string };
}

interface ReportProps {
  checked: number;
  isComplete: boolean;
  isAgentConfigured: boolean;
  total: number;
  problems: readonly {
    kind: keyof typeof en.problems;
    neverFires: boolean;
    missing: readonly string[];
    trigger: Named;
    coveredBy: readonly Named[];
  }[];
}

/** The triggers, what a message does with them, and which can never fire. */
export default function Triggers() {
  const query = useSiteQuery(TRIGGERS, {});
  return (
    <AgentPage part="triggers">
      <QueryView query={query}>
        {({ triggers, triggerReport }) => (
          <Stack gap="lg">
            <TestBench />
            <Report {...triggerReport} />
            <TriggerTable first={triggers.items} total={triggers.total} />
          </Stack>
        )}
      </QueryView>
    </AgentPage>
  );
}

function Report({ checked, isComplete, isAgentConfigured, total, problems }: ReportProps) {
  const text = useText(en, de);
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="xs">
        {text.report}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {text.reportHint(checked, total)}
      </Text>
      {!isAgentConfigured && <Alert color="yellow">{text.noAgent}</Alert>}
      {!isComplete && <Alert color="yellow">{text.incomplete}</Alert>}
      <List spacing="xs" size="sm">
        {problems.map(({ kind, neverFires, missing, trigger, coveredBy }) => (
          <List.Item key={trigger.id}>
            <Code>{trigger.trigger.value}</Code>{' '}
            <Badge tt="none" variant="outline" c="var(--mantine-color-text)">
              {neverFires ? text.neverFires : text.doesNothing}
            </Badge>{' '}
            {text.problems[kind]} {coveredBy.map((each) => each.trigger.value).join(' · ')}
            {missing.join(', ')}
          </List.Item>
        ))}
      </List>
    </Card>
  );
}

/** Further pages are read on demand. */
function useTriggers(first: readonly TriggerRow[], page: number) {
  const variables = { page: { limit: TRIGGERS_SIZE, offset: (page - 1) * TRIGGERS_SIZE } };
  const { data, error } = useQuery({
    ...siteQuery(useSiteId(), MORE_TRIGGERS, variables),
    enabled: page > 1,
    placeholderData: keepPreviousData,
  });
  return { triggers: page === 1 ? first : (data?.triggers.items ?? []), error };
}

function TriggerTable({ first, total }: { first: readonly TriggerRow[]; total: number }) {
  const text = useText(en, de);
  const set = useSiteMutation(SET_TRIGGER);
  const site = useSiteId();
  const [page, setPage] = useState(1);
  const { triggers, error } = useTriggers(first, page);
  const mayEdit = useMayEdit();
  return (
    <Card withBorder>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {text.parts.triggers}
        </Title>
        {mayEdit && (
          <Button
            component={Link}
            to={`/${site}/agent/triggers/new`}
            size="xs"
            leftSection={<Icon name="add" size={14} />}
          >
            {text.newTrigger}
          </Button>
        )}
      </Group>
      <Problem error={set.error ?? error} />
      <Stack gap="sm">
        <Table.ScrollContainer minWidth={560} scrollAreaProps={{ tabIndex: 0, 'aria-label': text.parts.triggers }}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                {[text.condition, text.kind, text.priority, text.enabled].map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {triggers.map(({ id, type, enabled, trigger, options }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Anchor component={Link} to={`/${site}/agent/triggers/${id}`} ff="monospace" size="sm">
                      {trigger.value}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <Group gap={6}>
                      {text.types[type]}
                      {options.skipAgent && <Text size="sm">· {text.skipsAgent}</Text>}
                    </Group>
                  </Table.Td>
                  <Table.Td>{options.priority}</Table.Td>
                  <Table.Td>
                    <Switch
                      aria-label={`${text.enabled}: ${trigger.value}`}
                      checked={enabled}
                      onChange={(event) => set.mutate({ id, enabled: event.currentTarget.checked })}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Pages total={total} size={TRIGGERS_SIZE} page={page} onChange={setPage} />
      </Stack>
    </Card>
  );
}
