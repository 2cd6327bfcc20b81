import { Button, Group, Stack } from '@mantine/core';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { DeliveryView } from './delivery-view.tsx';
import type { Delivery } from './endpoint-data.ts';
import { de } from './webhooks.de.ts';
import { en } from './webhooks.en.ts';
import { REDELIVER } from './webhooks.query.ts';

/** One delivery, which can be sent again. */
export function DeliveryPanel({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const text = useText(en, de);
  const notice = useNotice();
  const redeliver = useSiteMutation(REDELIVER);
  return (
    <SidePanel title={delivery.event} onClose={onClose}>
      <Stack>
        <Group>
          <Button
            loading={redeliver.isPending}
            onClick={() => redeliver.mutate({ id: delivery.id }, { onSuccess: () => notice(text.redelivered) })}
          >
            {text.redeliver}
          </Button>
        </Group>
        <Problem error={redeliver.error} />
        <DeliveryView delivery={delivery} />
      </Stack>
    </SidePanel>
  );
}
