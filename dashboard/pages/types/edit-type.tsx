import { Button, Card, Fieldset, Stack, TextInput, Textarea } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ContentTypeToEditQuery, ContentTypeToEditQueryVariables } from '../../.generated/graphql.ts';
import { useMayEdit } from '../../app/use-may-edit.ts';
import { RequestError } from '../../data/request.ts';
import { useSiteMutation, useSiteQuery } from '../../data/site-query.ts';
import type { UnsavedForm } from '../../data/unsaved/unsaved-form.ts';
import { useText } from '../../text/language.tsx';
import { AccessLevelSelect } from '../../ui/access-level-select.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { Form, FormProblem } from '../../ui/form.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useValues } from '../../ui/use-values.ts';
import { AiSettings } from './ai-settings.tsx';
import { DeleteType } from './delete-type.tsx';
import { FieldChanges } from './field-changes.tsx';
import { FieldList } from './field-list.tsx';
import { type EditedField, type TypeName, withOrder } from './edited-field.ts';
import { de } from './types.de.ts';
import { en } from './types.en.ts';
import { CONTENT_TYPE_TO_EDIT, UPDATE_CONTENT_TYPE } from './types.query.ts';

type StoredType = NonNullable<ContentTypeToEditQuery['contentType']>;

export default function EditType() {
  const { slug = '' }: Partial<ContentTypeToEditQueryVariables> = useParams({ strict: false });
  return (
    <QueryView query={useSiteQuery(CONTENT_TYPE_TO_EDIT, { slug })}>
      {({ contentType, contentTypes }) => (
        <TypeForm key={`${slug} ${contentType.revision}`} stored={contentType} types={contentTypes.items} />
      )}
    </QueryView>
  );
}

interface TypeFormProps {
  stored: StoredType;
  /** Those of the site. */
  types: readonly TypeName[];
}

function TypeForm({ stored, types }: TypeFormProps) {
  const text = useText(en, de);
  const unsaved = useUnsaved('content-type', stored.slug);
  const { update, save, breaks, isAsking } = useSave(stored, unsaved);
  const [kept, setKept] = useState<readonly string[]>([]);
  const errors = formErrors(isAsking ? null : update.error);
  const form = useValues(valuesOf(stored), errors, { unsaved, base: stored.revision });
  const { description, fields, ...values } = form.values;
  const input = { ...values, description: description || null, fields: withOrder(fields) };
  const mayEdit = useMayEdit();
  // Those that have been stored with another type; what fits stays as it is.
  const retyped = input.fields
    .filter(({ id, type }) => stored.fields.some((field) => field.id === id && field.type !== type))
    .map(({ name: fieldName }) => fieldName);
  return (
    <Page title={stored.name} actions={!stored.builtIn && <DeleteType type={stored} />}>
      <Form errors={errors} unsaved={form.unsaved} onSubmit={() => save(input, { force: false })}>
        <Fieldset variant="unstyled" disabled={!mayEdit}>
          <Stack>
            <Card withBorder>
              <Stack>
                <TextInput label={text.name} required {...form.text('name')} />
                <Textarea label={text.description} autosize {...form.text('description')} />
                <AccessLevelSelect
                  label={text.access}
                  error={errors.at('accessLevel')}
                  value={form.values.accessLevel}
                  excluded="subscription"
                  onChange={(level) => form.set('accessLevel', level)}
                />
              </Stack>
            </Card>
            <FieldList fields={fields} types={types} errors={errors} onChange={(all) => form.set('fields', all)} />
            <AiSettings
              config={form.values.aiConfig}
              errors={errors}
              onChange={(config) => form.set('aiConfig', config)}
            />
            <FormProblem errors={errors} />
            {mayEdit && (
              <Button type="submit" loading={update.isPending} style={{ alignSelf: 'flex-start' }}>
                {text.save}
              </Button>
            )}
          </Stack>
        </Fieldset>
      </Form>
      <Confirm
        isOpen={isAsking}
        title={breaks.length > 0 ? text.breaks : text.changesValues}
        action={text.force}
        isDangerous
        isBusy={update.isPending}
        onConfirm={() => save(input, { force: true, convert: retyped.filter((each) => !kept.includes(each)) })}
        onClose={update.reset}
      >
        {breaks.length > 0 && text.breaksText}
        <ul>
          {breaks.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        {isAsking && <FieldChanges slug={stored.slug} fields={input.fields} kept={kept} onKeep={setKept} />}
      </Confirm>
    </Page>
  );
}

function valuesOf({ name, description, accessLevel, fields, aiConfig }: StoredType) {
  return {
    name,
    description: description ?? '',
    accessLevel,
    fields: fields.toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0)) as readonly EditedField[],
    aiConfig,
  };
}

type Input = Parameters<ReturnType<typeof useUpdate>['mutate']>[0]['input'];

function useUpdate(unsaved: UnsavedForm) {
  return useSiteMutation(UPDATE_CONTENT_TYPE, { unsaved });
}

function useSave({ slug, revision }: StoredType, unsaved: UnsavedForm) {
  const text = useText(en, de);
  const notice = useNotice();
  const update = useUpdate(unsaved);
  const save = (input: Input, { force, convert = [] }: { force: boolean; convert?: string[] }) =>
    update.mutate({ slug, revision, input, force, convert }, { onSuccess: () => notice(text.saved) });
  const breaks = listIn(update.error, 'breaks') as string[];
  return { update, save, breaks, isAsking: breaks.length > 0 || listIn(update.error, 'values').length > 0 };
}

/** What the change would break, or values that would not fit; empty for other errors. */
function listIn(error: Error | null, name: 'breaks' | 'values'): readonly unknown[] {
  if (!(error instanceof RequestError)) return [];
  return error.errors.flatMap(({ extensions }) => (extensions[name] as unknown[] | undefined) ?? []);
}
