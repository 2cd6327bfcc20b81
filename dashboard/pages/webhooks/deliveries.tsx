import { Anchor, Badge, Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { siteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { PAGE_SIZE, STATUSES, deliveryVariables, readSearch } from './delivery-search.ts';
import type { Delivery } from './endpoint-data.ts';
import { TestButton } from './test-button.tsx';
import { de } from './webhooks.de.ts';
import { en } from './webhooks.en.ts';
import { DELIVERIES } from './webhooks.query.ts';

/** The log of an endpoint, which is read again while something waits. */
const REFRESH_MS = 5_000;

export default function Deliveries() {
  const text = useText(en, de);
  const formats = useFormats();
  const site = useSiteId();
  const navigate = useNavigate();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const { status, page } = readSearch(search);
  const query = useQuery({
    ...siteQuery(site, DELIVERIES, deliveryVariables(id, search)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.webhookDeliveries.items.some((each) => each.status === 'pending') ? REFRESH_MS : false,
  });
  const url = query.data?.webhookEndpoints.find((endpoint) => endpoint.id === id)?.url ?? '';
  const open = (next: object) => void navigate({ to: '.', search: next });
  return (
    <Page
      title={text.log}
      actions={
        <>
          <TestButton id={id} url={url} />
          <Anchor component={Link} to={`/${site}/webhooks`} size="sm">
            {text.back}
          </Anchor>
        </>
      }
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
      <div style={{ overflowX: 'auto' }}>
        <SegmentedControl
          aria-label={text.filter}
          data={[
            { value: 'all', label: text.all },
            ...STATUSES.map((value) => ({ value, label: text.statuses[value] })),
          ]}
          value={status ?? 'all'}
          onChange={(value) => open(value === 'all' ? {} : { status: value })}
        />
      </div>
      <QueryView query={query}>
        {({ webhookDeliveries: { items, total } }) => (
          <Stack>
            <Group justify="space-between">
              <Text size="sm" c="dimmed" role="status">
                {total === 0 ? text.noDelivery : text.count(total, formats.number(total))}
              </Text>
              <Button
                size="compact-sm"
                variant="default"
                loading={query.isFetching}
                onClick={() => void query.refetch()}
              >
                {text.refresh}
              </Button>
            </Group>
            {items.length > 0 && <DeliveryTable items={items} label={text.logOf(url)} />}
            <Pages
              total={total}
              size={PAGE_SIZE}
              page={page}
              onChange={(next) => open({ ...(status ? { status } : {}), page: next })}
            />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

const COLORS = { pending: 'orange', delivered: 'teal', failed: 'red' } as const;

function DeliveryTable({ items, label }: { items: readonly Delivery[]; label: string }) {
  const text = useText(en, de);
  const formats = useFormats();
  const [openId, setOpenId] = useState<string | null>(null);
  // As the list has it now, so that the panel shows what became of an event that is sent again.
  const open = items.find(({ id }) => id === openId);
  return (
    <>
      <Table.ScrollContainer minWidth={640} scrollAreaProps={{ tabIndex: 0, 'aria-label': label }}>
        <Table verticalSpacing="xs" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              {[text.event, text.time, text.status, text.answer, text.duration, text.attempts].map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map(({ id, event, createdAt, status, responseStatus, durationMs, attempts }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    aria-label={text.details(event, formats.second(createdAt))}
                    onClick={() => setOpenId(id)}
                  >
                    {event}
                  </Anchor>
                </Table.Td>
                <Table.Td>{formats.second(createdAt)}</Table.Td>
                <Table.Td>
                  <Badge
                    tt="none"
                    variant="outline"
                    color={COLORS[status]}
                    c="var(--mantine-color-text)"
                    miw="max-content"
                  >
                    {text.statuses[status]}
                  </Badge>
                </Table.Td>
                <Table.Td>{responseStatus ?? text.noAnswer}</Table.Td>
                <Table.Td>{durationMs === null ? '–' : text.milliseconds(formats.number(durationMs))}</Table.Td>
                <Table.Td>{formats.number(attempts)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {open && <DeliveryPanel delivery={open} onClose={() => setOpenId(null)} />}
    </>
  );
}
