import { useParams } from '@tanstack/react-router';
import { useFormQuery, useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { EditPage, useFinish } from './edit-page.tsx';
import { TriggerForm } from './trigger-form.tsx';
import { de } from './trigger-form.de.ts';
import { en } from './trigger-form.en.ts';
import { CREATE_TRIGGER, DELETE_TRIGGER, TRIGGER, UPDATE_TRIGGER } from './trigger-form.query.ts';
import { NEW_TRIGGER, type StoredTrigger, inputOfTrigger, valuesOfTrigger } from './trigger-values.ts';

/** One that is stored, or without an id a new one. */
export default function EditTrigger() {
  const { id }: { id?: string } = useParams({ strict: false });
  return id === undefined ? <NewTrigger /> : <OldTrigger key={id} id={id} />;
}

function NewTrigger() {
  const text = useText(en, de);
  const unsaved = useUnsaved('trigger');
  const create = useSiteMutation(CREATE_TRIGGER, { unsaved });
  const finish = useFinish('triggers');
  return (
    <EditPage title={text.newTrigger} part="triggers" back={text.back}>
      <TriggerForm
        initial={NEW_TRIGGER}
        isNew
        action={text.create}
        isBusy={create.isPending}
        error={create.error}
        unsaved={unsaved}
        onSubmit={(values, actions) =>
          create.mutate(
            { input: { ...inputOfTrigger(values, actions), type: values.type } },
            { onSuccess: () => finish(text.made) },
          )
        }
      />
    </EditPage>
  );
}

function OldTrigger({ id }: { id: string }) {
  return <QueryView query={useFormQuery(TRIGGER, { id })}>{({ trigger }) => <Stored stored={trigger} />}</QueryView>;
}

function Stored({ stored }: { stored: StoredTrigger }) {
  const text = useText(en, de);
  const unsaved = useUnsaved('trigger', stored.id);
  const update = useSiteMutation(UPDATE_TRIGGER, { unsaved });
  const finish = useFinish('triggers');
  const { id, revision } = stored;
  return (
    <EditPage
      title={text.edit(stored.trigger.value)}
      part="triggers"
      back={text.back}
      actions={
        <DeleteButton
          mutation={DELETE_TRIGGER}
          stored={stored}
          action={text.delete}
          title={text.deleteTitle(stored.trigger.value)}
          onDeleted={() => finish(text.deleted)}
        >
          {text.deleteText}
        </DeleteButton>
      }
    >
      <TriggerForm
        initial={valuesOfTrigger(stored)}
        isNew={false}
        action={text.save}
        isBusy={update.isPending}
        error={update.error}
        unsaved={unsaved}
        revision={revision}
        onSubmit={(values, actions) =>
          update.mutate(
            { id, input: inputOfTrigger(values, actions), revision },
            { onSuccess: () => finish(text.saved) },
          )
        }
      />
    </EditPage>
  );
}
