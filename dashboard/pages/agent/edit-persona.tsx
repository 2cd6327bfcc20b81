import { useParams } from '@tanstack/react-router';
import { useFormQuery, useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { CREATE_PERSONA, UPDATE_PERSONA } from './agent.query.ts';
import { EditPage, useFinish } from './edit-page.tsx';
import { PersonaForm } from './persona-form.tsx';
import { de } from './persona-form.de.ts';
import { en } from './persona-form.en.ts';
import { DELETE_PERSONA, PERSONA } from './persona-form.query.ts';
import { type StoredPersona, inputOfPersona, valuesOfPersona } from './persona-values.ts';

/** One that is stored, or without an id a new one. */
export default function EditPersona() {
  const { id }: { id?: string } = useParams({ strict: false });
  return id === undefined ? <NewPersona /> : <OldPersona key={id} id={id} />;
}

function NewPersona() {
  const text = useText(en, de);
  const unsaved = useUnsaved('persona');
  const create = useSiteMutation(CREATE_PERSONA, { unsaved });
  const finish = useFinish('personas');
  return (
    <EditPage title={text.newPersona} part="personas" back={text.back}>
      <PersonaForm
        initial={valuesOfPersona()}
        action={text.create}
        isBusy={create.isPending}
        error={create.error}
        unsaved={unsaved}
        onSubmit={(values) => create.mutate({ input: inputOfPersona(values) }, { onSuccess: () => finish(text.made) })}
      />
    </EditPage>
  );
}

function OldPersona({ id }: { id: string }) {
  return <QueryView query={useFormQuery(PERSONA, { id })}>{({ persona }) => <Stored persona={persona} />}</QueryView>;
}

function Stored({ persona }: { persona: StoredPersona }) {
  const text = useText(en, de);
  const unsaved = useUnsaved('persona', persona.id);
  const update = useSiteMutation(UPDATE_PERSONA, { unsaved });
  const finish = useFinish('personas');
  const { id, revision } = persona;
  return (
    <EditPage
      title={persona.name}
      part="personas"
      back={text.back}
      actions={
        <DeleteButton
          mutation={DELETE_PERSONA}
          stored={persona}
          action={text.delete}
          title={text.deleteTitle(persona.name)}
          onDeleted={() => finish(text.deleted)}
        >
          {text.deleteText}
        </DeleteButton>
      }
    >
      <PersonaForm
        initial={valuesOfPersona(persona)}
        action={text.save}
        isBusy={update.isPending}
        error={update.error}
        unsaved={unsaved}
        revision={revision}
        onSubmit={(values) =>
          update.mutate({ id, input: inputOfPersona(values), revision }, { onSuccess: () => finish(text.saved) })
        }
      />
    </EditPage>
  );
}
