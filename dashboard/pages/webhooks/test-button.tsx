import { Button } from '@mantine/core';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { DeliveryView } from './delivery-view.tsx';
import { de } from './webhooks.de.ts';
import { en } from './webhooks.en.ts';
import { TEST_ENDPOINT } from './webhooks.query.ts';

/** Sends a test event, also to an endpoint that is paused, and shows what it has answered. */
export function TestButton({ id, url }: { id: string; url: string }) {
  const text = useText(en, de);
  const test = useSiteMutation(TEST_ENDPOINT);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={test.isPending}
        aria-label={`${text.test}: ${url}`}
        onClick={() => test.mutate({ id })}
      >
        {text.test}
      </Button>
      <Problem error={test.error} />
      {test.data && (
        <SidePanel title={text.testOutcome} onClose={() => test.reset()}>
          <DeliveryView delivery={test.data.testWebhookEndpoint} />
        </SidePanel>
      )}
    </>
  );
}
