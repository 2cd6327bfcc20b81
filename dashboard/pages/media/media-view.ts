export const PAGE_SIZE = 48;

/** What of the files is shown. */
export interface MediaView {
  /** Id of a folder; `null` as text: in no folder; null: all. */
  folderId: string | null;
  name: string;
  kind: 'image' | 'document' | 'media' | null;
  unused: boolean;
  page: number;
}

export const FIRST_VIEW: MediaView = { folderId: null, name: '', kind: null, unused: false, page: 1 };

export function variablesOf({ folderId, name, kind, unused, page }: MediaView) {
  return {
    filter: {
      ...(folderId === null ? {} : { folderId }),
      ...(name === '' ? {} : { name }),
      ...(kind === null ? {} : { kind }),
      ...(unused ? { unused } : {}),
    },
    page: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
  };
}
