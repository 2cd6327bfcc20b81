import { Button, Card, Grid, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useState } from 'react';
import { useText } from '../../text/language.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useLeaveGuard } from '../../ui/use-leave-guard.ts';
import { BodyField } from './body-field.tsx';
import { CustomFields } from './custom-fields.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { fieldErrors } from './field-errors.ts';
import { ItemSettings } from './item-settings.tsx';
import { type EditorType, type ItemValues, changesOf } from './item-values.ts';

interface ItemFormProps {
  type: EditorType;
  initial: ItemValues;
  action: string;
  isBusy: boolean;
  error: Error | null;
  onSubmit: (values: ItemValues) => void;
}

export type SetValue = <Key extends keyof ItemValues>(key: Key, value: ItemValues[Key]) => void;

/** The editor of an item, made from its content type. */
export function ItemForm({ type, initial, action, isBusy, error, onSubmit }: ItemFormProps) {
  const text = useText(en, de);
  const [values, setValues] = useState(initial);
  const set = useCallback<SetValue>((key, value) => setValues((all) => ({ ...all, [key]: value })), []);
  const setField = useCallback(
    (name: string, value: unknown) =>
      setValues((all) => ({ ...all, customFields: { ...all.customFields, [name]: value } })),
    [],
  );
  const isChanged = Object.keys(changesOf(initial, values)).length > 0;
  useLeaveGuard(isChanged);
  const errors = fieldErrors(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(values);
  };
  return (
    <form onSubmit={submit}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Card withBorder>
            <Stack>
              <Problem error={error} />
              <TextInput
                label={text.name}
                required
                maxLength={300}
                value={values.title}
                error={errors.get('title')}
                onChange={({ currentTarget }) => set('title', currentTarget.value)}
              />
              {type.builtInFields.content && <BodyField value={values.content} onChange={set} />}
              <CustomFields fields={type.fields} values={values.customFields} errors={errors} onChange={setField} />
            </Stack>
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Card withBorder>
            <ItemSettings type={type} values={values} errors={errors} onChange={set} />
            <Group mt="lg">
              <Button type="submit" loading={isBusy} fullWidth>
                {action}
              </Button>
            </Group>
          </Card>
        </Grid.Col>
      </Grid>
    </form>
  );
}
