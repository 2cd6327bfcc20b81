import { Alert, Button, Card, Fieldset, Grid, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { useRights } from '../../app/use-rights.ts';
import { useText } from '../../text/language.tsx';
import { Form, FormProblem } from '../../ui/form.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { useLeaveGuard } from '../../ui/use-leave-guard.ts';
import { BodyField } from './body-field.tsx';
import { CustomFields } from './custom-fields.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { ItemSettings } from './item-settings.tsx';
import { type Changes, type EditorType, type ItemValues, changesOf } from './item-values.ts';

interface ItemFormProps {
  type: EditorType;
  initial: ItemValues;
  action: string;
  isBusy: boolean;
  error: Error | null;
  /** Whether it is only read. */
  isReadOnly?: boolean;
  /** Whether it has the values of a draft, which has no place of its own. */
  isDraft?: boolean;
  /** Below the button: other things to do with what is in the form. */
  children?: (form: { values: ItemValues; changes: Changes }) => ReactNode;
  onSubmit: (values: ItemValues) => void;
}

export type SetValue = <Key extends keyof ItemValues>(key: Key, value: ItemValues[Key]) => void;

/** The editor of an item, made from its content type. */
export function ItemForm({ type, initial, action, isBusy, error, isReadOnly = false, ...props }: ItemFormProps) {
  const text = useText(en, de);
  const [values, setValues] = useState(initial);
  const set = useCallback<SetValue>((key, value) => setValues((all) => ({ ...all, [key]: value })), []);
  const setField = useCallback(
    (name: string, value: unknown) =>
      setValues((all) => ({ ...all, customFields: { ...all.customFields, [name]: value } })),
    [],
  );
  const changes = changesOf(initial, values);
  useLeaveGuard(Object.keys(changes).length > 0);
  const errors = formErrors(error);
  const { mayCreate } = useRights();
  return (
    <Form errors={errors} onSubmit={() => props.onSubmit(values)}>
      {isReadOnly && (
        <Alert mb="md" color="gray" c="var(--mantine-color-text)">
          {mayCreate ? text.readOnlyAuthor : text.readOnly}
        </Alert>
      )}
      <Fieldset variant="unstyled" disabled={isReadOnly}>
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 8 }}>
            <Card withBorder>
              <Stack>
                <TextInput
                  label={text.name}
                  required
                  maxLength={300}
                  value={values.title}
                  error={errors.at('title')}
                  onChange={({ currentTarget }) => set('title', currentTarget.value)}
                />
                {type.builtInFields.content && (
                  <BodyField
                    value={values.content}
                    error={errors.at('content')}
                    isReadOnly={isReadOnly}
                    onChange={set}
                  />
                )}
                <CustomFields fields={type.fields} values={values.customFields} errors={errors} onChange={setField} />
              </Stack>
            </Card>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Card withBorder>
              <ItemSettings type={type} values={values} errors={errors} isDraft={props.isDraft} onChange={set} />
              <Stack mt="lg" gap="xs">
                <FormProblem errors={errors} />
                {!isReadOnly && (
                  <Button type="submit" loading={isBusy} fullWidth>
                    {action}
                  </Button>
                )}
                {!isReadOnly && props.children?.({ values, changes })}
              </Stack>
            </Card>
          </Grid.Col>
        </Grid>
      </Fieldset>
    </Form>
  );
}
