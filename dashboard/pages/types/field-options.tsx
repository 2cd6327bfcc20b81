import { Group, NumberInput, Select, SimpleGrid, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { type EditedField, FIELD_TYPES, type TypeName, optionsOf } from './edited-field.ts';
import { de } from './types.de.ts';
import { en } from './types.en.ts';

interface FieldOptionsProps {
  field: EditedField;
  /** Those of the site. */
  types: readonly TypeName[];
  onChange: (changes: Partial<EditedField>) => void;
}

const SWITCHES = ['showInList', 'searchable', 'sortable', 'filterable', 'aiIndexed', 'hidden'] as const;
const DEFAULT_ON: ReadonlySet<string> = new Set(['searchable', 'aiIndexed']);

/** What a field of a content type is called, how it is checked and what it is used for. */
export function FieldOptions({ field, types, onChange }: FieldOptionsProps) {
  const text = useText(en, de);
  const input = (key: 'name' | 'label' | 'description' | 'placeholder' | 'group', label: string) => ({
    label,
    value: field[key] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => onChange({ [key]: value }),
  });
  return (
    <Stack p="md" gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput required {...input('name', text.fieldName)} />
        <TextInput {...input('label', text.fieldLabel)} />
        <Select
          label={text.fieldType}
          allowDeselect={false}
          data={[...FIELD_TYPES]}
          value={field.type}
          onChange={(type) => type !== null && onChange({ type })}
        />
        <TextInput {...input('description', text.help)} />
        <TextInput {...input('placeholder', text.placeholder)} />
        <TextInput {...input('group', text.group)} />
        <Validation field={field} types={types} onChange={onChange} />
      </SimpleGrid>
      <Group>
        <Switch
          label={text.required}
          checked={field.validation?.required ?? false}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ validation: { ...field.validation, required: checked } })
          }
        />
        {SWITCHES.map((key) => (
          <Switch
            key={key}
            label={text[key]}
            checked={field[key] ?? DEFAULT_ON.has(key)}
            onChange={({ currentTarget: { checked } }) => onChange({ [key]: checked })}
          />
        ))}
      </Group>
    </Stack>
  );
}

function Validation({ field: { type, validation }, types, onChange }: FieldOptionsProps) {
  const text = useText(en, de);
  const set = (key: string, value: unknown) => onChange({ validation: { ...validation, [key]: value } });
  return optionsOf(type).map((key) => {
    if (key === 'options' || key === 'allowedTypes') {
      const label = key === 'options' ? text.choices : text.allowedTypes;
      return <TagsInput key={key} label={label} value={validation?.[key] ?? []} onChange={(all) => set(key, all)} />;
    }
    if (key === 'referenceTo') {
      return (
        <TargetType key={key} types={types} slug={validation?.[key] ?? null} onChange={(slug) => set(key, slug)} />
      );
    }
    if (key === 'pattern') {
      return (
        <TextInput
          key={key}
          label={text[key]}
          value={validation?.[key] ?? ''}
          onChange={({ currentTarget: { value } }) => set(key, value || null)}
        />
      );
    }
    return (
      <NumberInput
        key={key}
        label={text[key]}
        value={validation?.[key] ?? ''}
        onChange={(value) => set(key, typeof value === 'number' ? value : null)}
      />
    );
  });
}

/** No slug. */
const ANY = '';

interface TargetTypeProps {
  types: readonly TypeName[];
  /** Null: items of every type. */
  slug: string | null;
  onChange: (slug: string | null) => void;
}

/** A type that is deleted stays chosen until another one is. */
function TargetType({ types, slug, onChange }: TargetTypeProps) {
  const text = useText(en, de);
  const isKnown = slug === null || types.some((type) => type.slug === slug);
  return (
    <Select
      label={text.referenceTo}
      searchable
      allowDeselect={false}
      nothingFoundMessage={text.noSuchType}
      data={[
        { value: ANY, label: text.anyType },
        ...(isKnown ? [] : [{ value: slug, label: text.deletedType(slug) }]),
        ...types.map((type) => ({ value: type.slug, label: text.typeWithSlug(type.name, type.slug) })),
      ]}
      value={slug ?? ANY}
      error={isKnown ? undefined : text.deletedTypeHint}
      onChange={(value) => onChange(value === ANY ? null : value)}
    />
  );
}
