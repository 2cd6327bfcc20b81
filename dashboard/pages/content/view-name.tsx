import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CreateSavedViewInput } from '../../.generated/graphql.ts';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, FormProblem } from '../../ui/form.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { de } from './views.de.ts';
import { en } from './views.en.ts';
import { CREATE_VIEW, UPDATE_VIEW } from './views.query.ts';

interface ViewNameProps {
  title: string;
  /** The view that is renamed; without it a new one is made. */
  stored?: { id: string; name: string };
  /** What a new one has. */
  view?: Omit<CreateSavedViewInput, 'name'>;
  onSaved?: (id: string) => void;
  onClose: () => void;
}

/** Asks for the name of a saved view. */
export function ViewName({ title, stored, view, onSaved, onClose }: ViewNameProps) {
  const text = useText(en, de);
  const [name, setName] = useState(stored?.name ?? '');
  const create = useSiteMutation(CREATE_VIEW);
  const rename = useSiteMutation(UPDATE_VIEW);
  const errors = formErrors(create.error ?? rename.error);
  const submit = () => {
    if (stored) rename.mutate({ id: stored.id, input: { name } }, { onSuccess: onClose });
    else
      create.mutate(
        { input: { ...view, name } },
        {
          onSuccess: ({ createSavedView: { id } }) => {
            onSaved?.(id);
            onClose();
          },
        },
      );
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form errors={errors} onSubmit={submit}>
        <Stack>
          <TextInput
            label={text.name}
            description={text.nameHint}
            error={errors.at('name')}
            value={name}
            required
            maxLength={100}
            data-autofocus
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <FormProblem errors={errors} />
          <Group justify="flex-end">
            <Button type="submit" loading={create.isPending || rename.isPending}>
              {text.save}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
