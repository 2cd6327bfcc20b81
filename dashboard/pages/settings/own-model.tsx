import { NumberInput, Select, TextInput } from '@mantine/core';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { formErrors } from '../../ui/form-errors.ts';
import { useNotice } from '../../ui/notices.tsx';
import { SaveForm } from '../../ui/save-form.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { useValues } from '../../ui/use-values.ts';
import { KEYS, KeyInputs, NO_KEY, keyInput } from './key-inputs.tsx';
import { ModelSection } from './model-section.tsx';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import { UPDATE_MODEL } from './settings.query.ts';
import type { ModelData, SiteData } from './site-data.ts';

/** The language model of the site's own, with its key. */
export function OwnModel({ site }: { site: SiteData }) {
  return (
    <ModelSection site={site} kind="model">
      <ModelForm site={site} />
    </ModelSection>
  );
}

const PROVIDERS = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google Gemini',
  cohere: 'Cohere',
} as const satisfies Partial<Record<ModelData['provider'], string>>;
const TOOLS = ['known', 'yes', 'no'] as const;
const INITIAL = {
  provider: 'openai',
  name: '',
  fastName: '',
  baseUrl: '',
  tools: 'known',
  contextTokens: '' as number | string,
  ...NO_KEY,
};

function ModelForm({ site }: { site: SiteData }) {
  const text = useText(en, de);
  const notice = useNotice();
  const unsaved = useUnsaved('model');
  const save = useSiteMutation(UPDATE_MODEL, { unsaved });
  const errors = formErrors(save.error);
  const form = useValues(site.model ? valuesOf(site.model) : INITIAL, errors, {
    unsaved,
    base: site.revision,
    secrets: KEYS,
  });
  const { values } = form;
  const submit = () =>
    save.mutate(
      { site: site.id, input: inputOf(values), revision: site.revision },
      { onSuccess: () => notice(text.saved) },
    );
  return (
    <SaveForm action={text.save} errors={errors} unsaved={form.unsaved} isBusy={save.isPending} onSubmit={submit}>
      <Select
        label={text.provider}
        data={[
          ...Object.entries(PROVIDERS).map(([value, label]) => ({ value, label })),
          { value: 'openai_compatible', label: text.otherServer },
        ]}
        {...form.choice('provider')}
      />
      <TextInput label={text.modelName} description={text.modelNameHint} required {...form.text('name')} />
      <TextInput label={text.fastModel} description={text.fastModelHint} {...form.text('fastName')} />
      {values.provider !== 'cohere' && (
        <TextInput
          label={text.baseUrl}
          description={text.baseUrlHint}
          placeholder="https://gateway.example.com/v1"
          required={values.provider === 'openai_compatible'}
          {...form.text('baseUrl')}
        />
      )}
      <KeyInputs
        stored={site.model?.key}
        input={form.text('apiKey')}
        removal={values.provider === 'openai_compatible' ? form.flag('removesKey') : null}
      />
      <Select
        label={text.tools}
        data={TOOLS.map((value) => ({ value, label: text.toolChoices[value] }))}
        {...form.choice('tools')}
      />
      <NumberInput
        label={text.contextTokens}
        description={text.contextTokensHint}
        error={errors.at('contextTokens')}
        value={values.contextTokens}
        allowDecimal={false}
        onChange={(value) => form.set('contextTokens', value)}
      />
    </SaveForm>
  );
}

function valuesOf({ provider, name, fastName, baseUrl, tools, contextTokens }: ModelData): typeof INITIAL {
  return {
    ...INITIAL,
    provider,
    name,
    fastName: fastName ?? '',
    baseUrl: baseUrl ?? '',
    tools: tools === null ? 'known' : tools ? 'yes' : 'no',
    contextTokens: contextTokens ?? '',
  };
}

function inputOf({ provider, tools, contextTokens, apiKey, removesKey, ...values }: typeof INITIAL) {
  return {
    provider: provider as ModelData['provider'],
    name: values.name.trim(),
    fastName: values.fastName.trim() || null,
    baseUrl: provider === 'cohere' ? null : values.baseUrl.trim() || null,
    tools: tools === 'known' ? null : tools === 'yes',
    contextTokens: contextTokens === '' ? null : Number(contextTokens),
    ...keyInput({ apiKey, removesKey }),
  };
}
