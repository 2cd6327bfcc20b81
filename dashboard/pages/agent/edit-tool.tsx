import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormQuery, useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SecretShown } from '../../ui/secret-shown.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { EditPage, useFinish } from './edit-page.tsx';
import { ToolForm } from './tool-form.tsx';
import { de } from './tool-form.de.ts';
import { en } from './tool-form.en.ts';
import { CREATE_TOOL, DELETE_TOOL, TOOL, UPDATE_TOOL } from './tool-form.query.ts';
import { NEW_TOOL, type StoredTool, valuesOfTool } from './tool-values.ts';

/** One that is stored, or without an id a new one. */
export default function EditTool() {
  const { id }: { id?: string } = useParams({ strict: false });
  return id === undefined ? <NewTool /> : <OldTool key={id} id={id} />;
}

function NewTool() {
  const text = useText(en, de);
  const unsaved = useUnsaved('tool');
  const create = useSiteMutation(CREATE_TOOL, { unsaved });
  const finish = useFinish('tools');
  const [secret, setSecret] = useState<string | null>(null);
  const done = () => finish(text.made);
  const show = (made: string | null) => (made === null ? done() : setSecret(made));
  return (
    <EditPage title={text.newTool} part="tools" back={text.back}>
      <ToolForm
        initial={NEW_TOOL}
        action={text.create}
        isBusy={create.isPending}
        error={create.error}
        unsaved={unsaved}
        onSubmit={(input) =>
          create.mutate({ input }, { onSuccess: ({ createWebhookTool }) => show(createWebhookTool.signingSecret) })
        }
      />
      {secret !== null && (
        <SecretShown secret={secret} title={text.secretTitle} onClose={done}>
          {text.secretText}
        </SecretShown>
      )}
    </EditPage>
  );
}

function OldTool({ id }: { id: string }) {
  return (
    <QueryView query={useFormQuery(TOOL, { id })}>{({ webhookTool }) => <Stored stored={webhookTool} />}</QueryView>
  );
}

function Stored({ stored }: { stored: StoredTool }) {
  const text = useText(en, de);
  const unsaved = useUnsaved('tool', stored.id);
  const update = useSiteMutation(UPDATE_TOOL, { unsaved });
  const finish = useFinish('tools');
  const { id, revision } = stored;
  return (
    <EditPage
      title={stored.name}
      part="tools"
      back={text.back}
      actions={
        <DeleteButton
          mutation={DELETE_TOOL}
          stored={stored}
          action={text.delete}
          title={text.deleteTitle(stored.name)}
          onDeleted={() => finish(text.deleted)}
        >
          {text.deleteText}
        </DeleteButton>
      }
    >
      <ToolForm
        initial={valuesOfTool(stored)}
        action={text.save}
        isBusy={update.isPending}
        error={update.error}
        unsaved={unsaved}
        revision={revision}
        onSubmit={(input) => update.mutate({ id, input, revision }, { onSuccess: () => finish(text.saved) })}
      />
    </EditPage>
  );
}
