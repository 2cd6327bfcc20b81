import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import { CREATE_KEY } from './settings.query.ts';

const SCOPES = ['read', 'write', 'preview'] as const;
const DAYS = ['30', '90', '365', 'never'] as const;
const DAY_MS = 86_400_000;

interface CreateKeyProps {
  site: string;
  onClose: () => void;
  onMade: (secret: string) => void;
}

export function CreateKey({ site, onClose, onMade }: CreateKeyProps) {
  const text = useText(en, de);
  const create = useSiteMutation(CREATE_KEY);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<string[]>(['read']);
  const [days, setDays] = useState<string>('365');
  const errors = formErrors(create.error);
  const submit = () => {
    const expiresAt = days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    const input = { name, scopes: SCOPES.filter((scope) => scopes.includes(scope)), expiresAt };
    create.mutate({ site, input }, { onSuccess: ({ createApiKey }) => onMade(createApiKey.secret) });
  };
  return (
    <Dialog onClose={onClose} title={text.newKey}>
      <SaveForm
        action={text.create}
        errors={errors}
        isBusy={create.isPending}
        isDisabled={scopes.length === 0}
        isInDialog
        onSubmit={submit}
      >
        <TextInput
          label={text.name}
          description={text.keyNameHint}
          value={name}
          required
          error={errors.at('name')}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group label={text.scopes} error={errors.at('scopes')} value={scopes} onChange={setScopes}>
          <Stack gap="xs" mt="xs">
            {SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={text.scope[scope]} description={text.scopeHint[scope]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Select
          label={text.expires}
          error={errors.at('expiresAt')}
          data={DAYS.map((value) => ({ value, label: text.expiry[value] }))}
          value={days}
          allowDeselect={false}
          onChange={(value) => setDays(value ?? '365')}
        />
      </SaveForm>
    </Dialog>
  );
}
