import { Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSiteId } from '../../app/use-site-id.ts';
import { useSiteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { de } from './webhooks.de.ts';
import { en } from './webhooks.en.ts';
import { ENDPOINTS } from './webhooks.query.ts';

/** The URLs that get the events of the site. */
export default function EndpointList() {
  const text = useText(en, de);
  const site = useSiteId();
  return (
    <Page
      title={text.title}
      actions={
        <Button component={Link} to={`/${site}/webhooks/new`} leftSection={<Icon name="add" />}>
          {text.new}
        </Button>
      }
    >
      <QueryView query={useSiteQuery(ENDPOINTS, {})}>
        {({ webhookEndpoints, contentTypes }) => (
          <Stack maw={860}>
            <Text size="sm" c="dimmed">
              {webhookEndpoints.length === 0 ? text.none : text.hint}
            </Text>
            <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={text.title}>
              {webhookEndpoints.map((endpoint) => (
                <EndpointCard key={endpoint.id} endpoint={endpoint} types={contentTypes.items} />
              ))}
            </Stack>
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}
