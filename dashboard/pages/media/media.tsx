import { Box, Button, FileButton, Grid, Group, Pagination, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRights } from '../../app/use-rights.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { siteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { DropZone } from './drop-zone.tsx';
import { FileDrawer } from './file-drawer.tsx';
import { FileGrid } from './file-grid.tsx';
import { FileTable } from './file-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { FolderList } from './folder-list.tsx';
import { FIRST_VIEW, type MediaView, PAGE_SIZE, variablesOf } from './media-view.ts';
import { de } from './media.de.ts';
import { en } from './media.en.ts';
import { MEDIA } from './media.query.ts';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './use-uploads.ts';

export default function Media() {
  const text = useText(en, de);
  const formats = useFormats();
  const site = useSiteId();
  const { mayCreate } = useRights();
  const queries = useQueryClient();
  const [view, setView] = useState(FIRST_VIEW);
  const [isList, setIsList] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const [settledView] = useDebouncedValue(view, 200);
  const query = useQuery({ ...siteQuery(site, MEDIA, variablesOf(settledView)), placeholderData: keepPreviousData });
  const uploads = useUploads(site, view.folderId === 'null' ? null : view.folderId, () =>
    queries.invalidateQueries({ queryKey: [site] }),
  );
  const change = (changed: Partial<MediaView>) => setView((now) => ({ ...now, page: 1, ...changed }));
  return (
    <Page
      title={text.title}
      actions={
        mayCreate && (
          <FileButton multiple onChange={uploads.add} inputProps={{ 'aria-label': text.upload }}>
            {(props) => (
              <Button {...props} leftSection={<Icon name="upload" />}>
                {text.upload}
              </Button>
            )}
          </FileButton>
        )
      }
    >
      {mayCreate && <DropZone onFiles={uploads.add}>{text.drop}</DropZone>}
      <UploadList uploads={uploads} />
      <QueryView query={query}>
        {({ assets, assetFolders }) => (
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 3 }}>
              <FolderList folders={assetFolders} chosen={view.folderId} onChoose={(folderId) => change({ folderId })} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 9 }}>
              <Stack>
                <FilterBar view={view} onChange={change} isList={isList} onListChange={setIsList} />
                <Box aria-live="polite">
                  <Text size="sm" c="dimmed">
                    {assets.total === 0 ? text.none : text.files(assets.total, formats.number(assets.total))}
                  </Text>
                </Box>
                {isList ? (
                  <FileTable files={assets.items} onOpen={setOpened} />
                ) : (
                  <FileGrid files={assets.items} onOpen={setOpened} />
                )}
                {assets.total > PAGE_SIZE && (
                  <Group justify="center" component="nav" aria-label={text.pages}>
                    <Pagination
                      total={Math.ceil(assets.total / PAGE_SIZE)}
                      value={view.page}
                      onChange={(page) => change({ page })}
                      getControlProps={(control) => ({ 'aria-label': control })}
                    />
                  </Group>
                )}
              </Stack>
            </Grid.Col>
            {opened !== null && (
              <FileDrawer key={opened} id={opened} folders={assetFolders} onClose={() => setOpened(null)} />
            )}
          </Grid>
        )}
      </QueryView>
    </Page>
  );
}
