import { useSiteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { FileForm } from './file-form.tsx';
import type { Folder } from './folder-list.tsx';
import { de } from './media.de.ts';
import { en } from './media.en.ts';
import { FILE } from './media.query.ts';

interface FileDrawerProps {
  id: string;
  folders: readonly Folder[];
  onClose: () => void;
}

export function FileDrawer({ id, folders, onClose }: FileDrawerProps) {
  const text = useText(en, de);
  const query = useSiteQuery(FILE, { id });
  return (
    <SidePanel title={query.data?.asset.fileName ?? text.details} onClose={onClose}>
      <QueryView query={query}>
        {({ asset }) => <FileForm key={asset.revision} file={asset} folders={folders} onClose={onClose} />}
      </QueryView>
    </SidePanel>
  );
}
