import { Anchor, Select, Stack, Switch, TagsInput, Text, TextInput, Textarea, Title } from '@mantine/core';
import { useRights } from '../../app/use-rights.ts';
import { useText } from '../../text/language.tsx';
import { AccessLevelSelect } from '../../ui/access-level-select.tsx';
import { withLineEnds } from '../../ui/line-ends.ts';
import type { FormErrors } from '../../ui/form-errors.ts';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { de as draftDe } from './draft.de.ts';
import { en as draftEn } from './draft.en.ts';
import type { SetValue } from './item-form.tsx';
import type { EditorType, ItemValues } from './item-values.ts';

interface ItemSettingsProps {
  type: EditorType;
  values: ItemValues;
  errors: FormErrors;
  /** Whether they are those of a draft: the status, language, slug and external id are only those of the item. */
  isDraft?: boolean | undefined;
  onChange: SetValue;
}

const STATUSES = ['draft', 'published', 'archived'] as const;

/** Beside the text: who can read it, where it is, what it is about. */
export function ItemSettings(props: ItemSettingsProps) {
  const text = useText(en, de);
  const draftText = useText(draftEn, draftDe);
  const { values, errors, isDraft = false, onChange } = props;
  const { mayEdit, mayCreate } = useRights();
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {text.publication}
      </Title>
      {isDraft && (
        <Text size="xs" c="dimmed">
          {draftText.notInDraft}
        </Text>
      )}
      <Select
        label={text.status}
        error={errors.at('status')}
        description={!mayEdit && mayCreate ? text.editorsPublish : undefined}
        disabled={!mayEdit || isDraft}
        allowDeselect={false}
        data={STATUSES.map((value) => ({ value, label: text[value] }))}
        value={values.status}
        onChange={(value) => value !== null && onChange('status', value)}
      />
      <Access {...props} />
      <Switch
        label={text.aiIndexed}
        checked={values.aiIndexed}
        onChange={({ currentTarget }) => onChange('aiIndexed', currentTarget.checked)}
      />
      <Texts {...props} />
      <TagsInput
        label={text.categories}
        error={errors.at('categories')}
        value={[...values.categories]}
        onChange={(all) => onChange('categories', all)}
      />
      <TagsInput
        label={text.tags}
        error={errors.at('tags')}
        value={[...values.tags]}
        onChange={(all) => onChange('tags', all)}
      />
    </Stack>
  );
}

function Access({ values, errors, onChange }: ItemSettingsProps) {
  const text = useText(en, de);
  return (
    <>
      <AccessLevelSelect
        label={text.access}
        error={errors.at('accessLevel')}
        value={values.accessLevel}
        onChange={(level) => onChange('accessLevel', level)}
      />
      {values.accessLevel === 'subscription' && (
        <TagsInput
          label={text.subscriptions}
          required
          value={[...values.requiredSubscriptions]}
          error={errors.at('requiredSubscriptions')}
          onChange={(all) => onChange('requiredSubscriptions', all)}
        />
      )}
    </>
  );
}

function Texts({ type: { builtInFields }, values, errors, isDraft = false, onChange }: ItemSettingsProps) {
  const text = useText(en, de);
  const input = (key: 'language' | 'slug' | 'externalId' | 'url' | 'author' | 'featuredImage' | 'excerpt') => ({
    label: text[key],
    value: values[key],
    error: errors.at(key),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange(key, withLineEnds(values[key], value)),
  });
  const isPage = /^https?:\/\//.test(values.url);
  return (
    <>
      <TextInput {...input('language')} disabled={isDraft} />
      {builtInFields.slug && <TextInput {...input('slug')} disabled={isDraft} />}
      <TextInput {...input('url')} />
      {isPage && (
        <Anchor href={values.url} target="_blank" rel="noreferrer" size="sm">
          {text.openUrl}
        </Anchor>
      )}
      <TextInput {...input('externalId')} description={text.externalIdHint} disabled={isDraft} />
      {builtInFields.author && <TextInput {...input('author')} />}
      {builtInFields.featuredImage && <TextInput {...input('featuredImage')} />}
      {builtInFields.excerpt && <Textarea autosize minRows={2} maxRows={8} {...input('excerpt')} />}
    </>
  );
}
