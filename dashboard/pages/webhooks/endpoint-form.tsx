import { Button, Card, Checkbox, Group, MultiSelect, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core';
import type { UnsavedForm } from '../../data/unsaved/unsaved-form.ts';
import { useText } from '../../text/language.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { useValues } from '../../ui/use-values.ts';
import { ALL_EVENTS, type ContentType, EVENTS, type Endpoint, type EventGroup } from './endpoint-data.ts';
import { de } from './webhooks.de.ts';
import { en } from './webhooks.en.ts';

export interface EndpointValues {
  url: string;
  description: string;
  events: string[];
  contentTypes: string[];
  languages: string[];
}

interface EndpointFormProps {
  initial?: Endpoint;
  types: readonly ContentType[];
  action: string;
  isBusy: boolean;
  error: Error | null;
  unsaved: UnsavedForm;
  onSubmit: (input: Omit<EndpointValues, 'description'> & { description: string | null }) => void;
}

export function EndpointForm({ initial, types, action, isBusy, error, unsaved, onSubmit }: EndpointFormProps) {
  const text = useText(en, de);
  const errors = formErrors(error);
  const form = useValues(valuesOf(initial), errors, { unsaved, ...(initial && { base: initial.revision }) });
  const { events, contentTypes, description } = form.values;
  // A type that was deleted is shown by its slug, so that it can be taken out.
  const slugs = [...new Set([...types.map(({ slug }) => slug), ...contentTypes])];
  return (
    <Card withBorder maw={760}>
      <SaveForm
        action={action}
        isBusy={isBusy}
        errors={errors}
        unsaved={form.unsaved}
        isDisabled={events.length === 0}
        onSubmit={() => onSubmit({ ...form.values, description: description || null })}
      >
        <TextInput
          type="url"
          label={text.url}
          description={text.urlHint}
          required
          maxLength={2_048}
          {...form.text('url')}
        />
        <TextInput label={text.description} maxLength={300} {...form.text('description')} />
        <Events selected={events} error={errors.at('events')} onChange={(all) => form.set('events', all)} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <MultiSelect
            label={text.contentTypes}
            description={text.filterHint}
            placeholder={contentTypes.length === 0 ? text.allTypes : ''}
            data={slugs.map((value) => ({ value, label: types.find(({ slug }) => slug === value)?.name ?? value }))}
            searchable
            maxValues={100}
            {...form.list('contentTypes')}
          />
          <TagsInput
            label={text.languages}
            description={text.filterHint}
            placeholder={form.values.languages.length === 0 ? text.allLanguages : ''}
            maxTags={100}
            {...form.list('languages')}
          />
        </SimpleGrid>
      </SaveForm>
    </Card>
  );
}

function valuesOf(endpoint?: Endpoint): EndpointValues {
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    events: [...(endpoint?.events ?? [])],
    contentTypes: [...(endpoint?.contentTypes ?? [])],
    languages: [...(endpoint?.languages ?? [])],
  };
}

interface EventsProps {
  selected: string[];
  error: string | undefined;
  onChange: (events: string[]) => void;
}

function Events({ selected, error, onChange }: EventsProps) {
  const text = useText(en, de);
  return (
    <Checkbox.Group label={text.events} error={error} required value={selected} onChange={onChange}>
      <SimpleGrid cols={{ base: 2, sm: 3 }} mt="xs">
        {(Object.keys(EVENTS) as EventGroup[]).map((group) => (
          <Stack key={group} gap={6} role="group" aria-label={text.groups[group]}>
            <b>{text.groups[group]}</b>
            {EVENTS[group].map((name) => (
              <Checkbox key={name} value={`${group}.${name}`} label={text.happenings[name]} />
            ))}
          </Stack>
        ))}
      </SimpleGrid>
      <Group mt="sm">
        <Button size="compact-sm" variant="default" onClick={() => onChange(ALL_EVENTS)}>
          {text.selectAll}
        </Button>
      </Group>
    </Checkbox.Group>
  );
}
