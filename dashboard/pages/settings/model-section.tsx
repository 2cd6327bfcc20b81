import { Alert, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { ModelCheck } from './model-check.tsx';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import { DELETE_MODEL, DELETE_RERANKER } from './settings.query.ts';
import type { SiteData } from './site-data.ts';

const REMOVALS = { model: DELETE_MODEL, reranker: DELETE_RERANKER };

/** A model of the site's own, with its check and its removal. */
export function ModelSection({
  site,
  kind,
  children,
}: {
  site: SiteData;
  kind: 'model' | 'reranker';
  children: ReactNode;
}) {
  const text = useText(en, de);
  const notice = useNotice();
  const isOwn = site[kind] !== null;
  return (
    <Stack maw={720} gap="xl">
      <Text c="dimmed" size="sm">
        {isOwn ? text.ownModelUsed[kind] : text.installationModelUsed[kind]}
      </Text>
      {site.allowsOwnModel ? children : <Alert color="yellow">{text.noOwnModels}</Alert>}
      {isOwn && (
        <Group align="start">
          {site.allowsOwnModel && <ModelCheck site={site.id} kind={kind} />}
          <DeleteButton
            mutation={REMOVALS[kind]}
            stored={site}
            action={text.removeModel}
            title={text.removeModelTitle}
            onDeleted={() => notice(text.modelRemoved)}
          >
            {text.removeModelText[kind]}
          </DeleteButton>
        </Group>
      )}
    </Stack>
  );
}
