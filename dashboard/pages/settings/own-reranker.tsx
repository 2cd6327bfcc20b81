import { TextInput } from '@mantine/core';
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
import { UPDATE_RERANKER } from './settings.query.ts';
import type { SiteData } from './site-data.ts';

/** The reranker of the site's own, with its key. */
export function OwnReranker({ site }: { site: SiteData }) {
  return (
    <ModelSection site={site} kind="reranker">
      <RerankerForm site={site} />
    </ModelSection>
  );
}

function RerankerForm({ site }: { site: SiteData }) {
  const text = useText(en, de);
  const notice = useNotice();
  const unsaved = useUnsaved('reranker');
  const save = useSiteMutation(UPDATE_RERANKER, { unsaved });
  const errors = formErrors(save.error);
  const { name = '', baseUrl = null, key } = site.reranker ?? {};
  const form = useValues({ ...NO_KEY, name, baseUrl: baseUrl ?? '' }, errors, {
    unsaved,
    base: site.revision,
    secrets: KEYS,
  });
  const { values } = form;
  const input = () => ({
    name: values.name.trim(),
    baseUrl: values.baseUrl.trim() || null,
    ...keyInput(values),
  });
  const submit = () =>
    save.mutate({ site: site.id, input: input(), revision: site.revision }, { onSuccess: () => notice(text.saved) });
  return (
    <SaveForm action={text.save} errors={errors} unsaved={form.unsaved} isBusy={save.isPending} onSubmit={submit}>
      <TextInput label={text.modelName} description={text.modelNameHint} required {...form.text('name')} />
      <TextInput
        label={text.baseUrl}
        description={text.rerankerUrlHint}
        placeholder="https://gateway.example.com"
        {...form.text('baseUrl')}
      />
      <KeyInputs
        stored={key}
        input={form.text('apiKey')}
        removal={values.baseUrl.trim() === '' ? null : form.flag('removesKey')}
      />
    </SaveForm>
  );
}
