import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import { ROTATE_KEY } from './settings.query.ts';
import type { KeyData } from './site-data.ts';

const GRACE_SECONDS = ['0', '3600', '86400', '604800'] as const;

interface RotateKeyProps {
  apiKey: KeyData;
  onClose: () => void;
  onMade: (secret: string) => void;
}

/** Asks how long the present secret goes on working. */
export function RotateKey({ apiKey, onClose, onMade }: RotateKeyProps) {
  const text = useText(en, de);
  const rotate = useSiteMutation(ROTATE_KEY);
  const [grace, setGrace] = useState<string>('86400');
  const submit = () =>
    rotate.mutate(
      { id: apiKey.id, input: { graceSeconds: Number(grace) } },
      { onSuccess: ({ rotateApiKey }) => onMade(rotateApiKey.secret) },
    );
  return (
    <Dialog onClose={onClose} title={text.rotateTitle(apiKey.name)}>
      <Stack>
        <Text size="sm">{text.rotateText}</Text>
        <Select
          label={text.grace}
          data={GRACE_SECONDS.map((value) => ({ value, label: text.graces[value] }))}
          value={grace}
          allowDeselect={false}
          data-autofocus
          onChange={(value) => setGrace(value ?? '86400')}
        />
        <Problem error={rotate.error} />
        <Group justify="flex-end">
          <Button loading={rotate.isPending} onClick={submit}>
            {text.rotate}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
