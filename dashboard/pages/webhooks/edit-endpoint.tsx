import { Anchor, Text } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { useFormQuery, useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SecretShown } from '../../ui/secret-shown.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import type { ContentType, Endpoint } from './endpoint-data.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { de } from './webhooks.de.ts';
import { en } from './webhooks.en.ts';
import { CREATE_ENDPOINT, DELETE_ENDPOINT, ENDPOINTS, UPDATE_ENDPOINT } from './webhooks.query.ts';

/** One that is stored, or without an id a new one. */
export default function EditEndpoint() {
  const text = useText(en, de);
  const { id }: { id?: string } = useParams({ strict: false });
  return (
    <QueryView query={useFormQuery(ENDPOINTS, {})}>
      {({ webhookEndpoints, contentTypes: { items } }) => {
        if (id === undefined) return <NewEndpoint types={items} />;
        const stored = webhookEndpoints.find((endpoint) => endpoint.id === id);
        return stored ? (
          <OldEndpoint key={id} stored={stored} types={items} />
        ) : (
          <EditPage title={text.edit}>
            <Text>{text.unknown}</Text>
          </EditPage>
        );
      }}
    </QueryView>
  );
}

function NewEndpoint({ types }: { types: readonly ContentType[] }) {
  const text = useText(en, de);
  const unsaved = useUnsaved('webhook-endpoint');
  const create = useSiteMutation(CREATE_ENDPOINT, { unsaved });
  const finish = useFinish();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <EditPage title={text.new}>
      <EndpointForm
        types={types}
        action={text.create}
        isBusy={create.isPending}
        error={create.error}
        unsaved={unsaved}
        onSubmit={(input) =>
          create.mutate(
            { input },
            { onSuccess: ({ createWebhookEndpoint }) => setSecret(createWebhookEndpoint.secret) },
          )
        }
      />
      {secret !== null && (
        <SecretShown secret={secret} title={text.secretTitle} onClose={() => finish(text.made)}>
          {text.secretText}
        </SecretShown>
      )}
    </EditPage>
  );
}

function OldEndpoint({ stored, types }: { stored: Endpoint; types: readonly ContentType[] }) {
  const text = useText(en, de);
  const unsaved = useUnsaved('webhook-endpoint', stored.id);
  const update = useSiteMutation(UPDATE_ENDPOINT, { unsaved });
  const finish = useFinish();
  const { id, revision } = stored;
  return (
    <EditPage
      title={text.edit}
      actions={
        <>
          <DeleteButton
            mutation={DELETE_ENDPOINT}
            stored={stored}
            action={text.delete}
            title={text.deleteTitle(stored.url)}
            onDeleted={() => finish(text.deleted)}
          >
            {text.deleteText}
          </DeleteButton>
        </>
      }
    >
      <EndpointForm
        initial={stored}
        types={types}
        action={text.save}
        isBusy={update.isPending}
        error={update.error}
        unsaved={unsaved}
        onSubmit={(input) => update.mutate({ id, input, revision }, { onSuccess: () => finish(text.saved) })}
      />
    </EditPage>
  );
}

function EditPage({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const text = useText(en, de);
  const site = useSiteId();
  return (
    <Page
      title={title}
      actions={
        <>
          {actions}
          <Anchor component={Link} to={`/${site}/webhooks`} size="sm">
            {text.back}
          </Anchor>
        </>
      }
    >
      {children}
    </Page>
  );
}

/** Back to the list, where what was saved is seen. */
function useFinish(): (message: string) => void {
  const notice = useNotice();
  const navigate = useNavigate();
  const site = useSiteId();
  return (message) => {
    notice(message);
    void navigate({ to: `/${site}/webhooks`, ignoreBlocker: true });
  };
}
