import { Alert, Button, Card, Fieldset, Grid, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useRights } from '../../app/use-rights.ts';
import { type Changes as TypedChanges, withChanges } from '../../data/unsaved/changes.ts';
import type { UnsavedForm } from '../../data/unsaved/unsaved-form.ts';
import { useText } from '../../text/language.tsx';
import { Form, FormProblem } from '../../ui/form.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { useUnsavedValues } from '../../ui/use-unsaved.ts';
import { BodyField } from './body-field.tsx';
import { CustomFields } from './custom-fields.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { FormerFields } from './former-fields.tsx';
import { ItemSettings } from './item-settings.tsx';
import { LostValues } from './lost-values.tsx';
import { fitType } from './fit-type.ts';
import { type Changes, type EditorType, type ItemValues, changesOf } from './item-values.ts';

interface ItemFormProps {
  type: EditorType;
  /** As it is stored; the same object until it is read again, and then the base of what was typed meanwhile. */
  initial: ItemValues;
  action: string;
  isBusy: boolean;
  error: Error | null;
  unsaved: UnsavedForm;
  /** The revisions of what is edited. */
  base?: string;
  /** Whether it is only read. */
  isReadOnly?: boolean;
  /** Whether it has the values of a draft, which has no place of its own. */
  isDraft?: boolean;
  /** Values that do not fit the type as they are stored. */
  valueErrors?: readonly { field: string }[];
  /** Below the button: other things to do with what is in the form. */
  children?: (form: { values: ItemValues; changes: Changes }) => ReactNode;
  /** What was typed earlier, onto which revisions, was put into the form. */
  onRestore?: (base: string) => void;
  onSubmit: (values: ItemValues) => void;
}

export type SetValue = <Key extends keyof ItemValues>(key: Key, value: ItemValues[Key]) => void;

/** The editor of an item, made from its content type. */
export function ItemForm({
  type,
  initial,
  unsaved,
  action,
  isBusy,
  error,
  isReadOnly = false,
  ...props
}: ItemFormProps) {
  const text = useText(en, de);
  const { values, setValues, restored, restore } = useItemValues({ type, initial, unsaved, base: props.base });
  const set = useCallback<SetValue>((key, value) => setValues((all) => ({ ...all, [key]: value })), [setValues]);
  const setField = useCallback(
    (name: string, value: unknown) =>
      setValues((all) => ({ ...all, customFields: { ...all.customFields, [name]: value } })),
    [setValues],
  );
  const changes = changesOf(initial, values);
  const errors = formErrors(error);
  const { mayCreate } = useRights();
  const onRestore = (typed: TypedChanges, base: string) => {
    restore(typed);
    props.onRestore?.(base);
  };
  return (
    <Form
      errors={errors}
      unsaved={isReadOnly ? undefined : { unsaved, base: props.base, onRestore }}
      onSubmit={() => props.onSubmit(values)}
    >
      <LostValues values={restored.lost} />
      {isReadOnly && (
        <Alert mb="md" color="gray" c="var(--mantine-color-text)">
          {mayCreate ? text.readOnlyAuthor : text.readOnly}
        </Alert>
      )}
      {/* Anew after restoring: some inputs keep a text of their own. */}
      <Fieldset variant="unstyled" disabled={isReadOnly} key={restored.count}>
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
                <CustomFields
                  fields={type.fields}
                  values={values.customFields}
                  errors={errors}
                  stored={{ values: initial.customFields, errors: props.valueErrors ?? [] }}
                  onChange={setField}
                />
                <FormerFields fields={type.fields} values={values.customFields} onChange={setField} />
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

/** The values, kept on the device while they are changed. What was typed stays when what is stored is read again. */
function useItemValues({ type, initial, unsaved, base }: Pick<ItemFormProps, 'type' | 'initial' | 'unsaved' | 'base'>) {
  const [values, setValues] = useState(initial);
  const [start, setStart] = useState(initial);
  const [restored, setRestored] = useState<Restored>({ count: 0, lost: {} });
  // What has no field any more is kept, too, until the item is saved.
  const tracked = useMemo(() => ({ ...values, lostFields: restored.lost }), [values, restored.lost]);
  if (start !== initial) {
    setStart(initial);
    const { lostFields: _lost, ...typed } = unsaved.changesIn(tracked);
    setValues(withChanges(initial, typed));
  }
  const first = useMemo(() => ({ ...initial, lostFields: {} }), [initial]);
  useUnsavedValues(unsaved, { initial: first, values: tracked, base });
  const restore = (typed: TypedChanges) => {
    const { fitting, lost } = fitType(type, typed);
    setValues((all) => withChanges(all, fitting));
    setRestored(({ count }) => ({ count: count + 1, lost }));
  };
  return { values, setValues, restored, restore };
}

interface Restored {
  count: number;
  /** What was typed into fields that the type does not have any more, or has with another type. */
  lost: Readonly<Record<string, unknown>>;
}
