import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useRights } from '../../app/use-rights.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import type { DataOf } from '../../data/graphql.ts';
import { siteQuery, useSiteMutation } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { Pages } from '../../ui/pages.tsx';
import { Problem } from '../../ui/problem.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { de as contentDe } from './content.de.ts';
import { en as contentEn } from './content.en.ts';
import { DeleteTrashed } from './delete-trashed.tsx';
import { PAGE_SIZE, pageNumber, trashVariables } from './list-variables.ts';
import { de } from './trash.de.ts';
import { en } from './trash.en.ts';
import { RESTORE_CONTENT, TRASH } from './trash.query.ts';
import { useWriter } from './use-writer.ts';

export type TrashedItem = DataOf<typeof TRASH>['trashedContents']['items'][number];

/** Deleted items, which can be restored or removed for good. */
export default function Trash() {
  const text = useText(en, de);
  const { back } = useText(contentEn, contentDe);
  const site = useSiteId();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const query = useQuery({ ...siteQuery(site, TRASH, trashVariables(search)), placeholderData: keepPreviousData });
  return (
    <Page
      title={text.title}
      actions={
        <Anchor component={Link} to={`/${site}/content`} size="sm">
          {back}
        </Anchor>
      }
    >
      <QueryView query={query}>
        {({ trashedContents: { items, total }, contentTypes }) => (
          <Stack maw={860}>
            <Text size="sm" c="dimmed" role="status">
              {total === 0 ? text.none : text.hint}
            </Text>
            <TrashList
              items={items}
              typeName={(slug) => contentTypes.items.find((type) => type.slug === slug)?.name ?? slug}
            />
            <Pages
              total={total}
              size={PAGE_SIZE}
              page={pageNumber(search)}
              onChange={(page) => void navigate({ to: '.', search: { page } })}
            />
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

interface TrashListProps {
  items: readonly TrashedItem[];
  typeName: (slug: string) => string;
}

function TrashList({ items, typeName }: TrashListProps) {
  const text = useText(en, de);
  const notice = useNotice();
  const restore = useSiteMutation(RESTORE_CONTENT);
  const [asked, setAsked] = useState<TrashedItem | null>(null);
  if (items.length === 0) return null;
  const bringBack = ({ id }: TrashedItem) =>
    restore.mutate({ id }, { onSuccess: ({ restoreContent }) => notice(text.restored(restoreContent.title)) });
  return (
    <>
      <Problem error={restore.error} />
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={text.items}>
        {items.map((item) => (
          <TrashCard
            key={item.id}
            item={item}
            type={typeName(item.type)}
            isBusy={restore.isPending}
            onRestore={() => bringBack(item)}
            onRemove={() => setAsked(item)}
          />
        ))}
      </Stack>
      {asked && <DeleteTrashed item={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface TrashCardProps {
  item: TrashedItem;
  type: string;
  isBusy: boolean;
  onRestore: () => void;
  onRemove: () => void;
}

function TrashCard({ item, type, isBusy, onRestore, onRemove }: TrashCardProps) {
  const text = useText(en, de);
  const formats = useFormats();
  const writer = useWriter();
  const { mayEdit, mayRestore } = useRights();
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text fw={600}>{item.title}</Text>
          <Text size="sm">
            {type} · {text.deleted(formats.moment(item.deletedAt), writer(item.deletedBy))}
          </Text>
          <Text size="sm" c="dimmed">
            {text.expires(formats.moment(item.expiresAt))}
          </Text>
        </div>
        {mayRestore(item.deletedBy) && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              aria-label={`${text.restore}: ${item.title}`}
              onClick={onRestore}
            >
              {text.restore}
            </Button>
            {mayEdit && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${text.remove}: ${item.title}`}
                onClick={onRemove}
              >
                {text.remove}
              </Button>
            )}
          </Group>
        )}
      </Group>
    </Card>
  );
}
