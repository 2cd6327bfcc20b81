import { useCallback, useEffect, useRef, useState } from 'react';
import { type RunningUpload, startUpload } from './upload-file.ts';

export type UploadState = 'waiting' | 'sending' | 'interrupted' | 'done' | 'failed' | 'cancelled';

export interface Upload {
  id: number;
  file: File;
  state: UploadState;
  /** Bytes that the service has. */
  sent: number;
  error: string | null;
}

export interface Uploads {
  list: readonly Upload[];
  add: (files: File[]) => void;
  retry: (id: number) => void;
  cancel: (id: number) => void;
  clear: () => void;
}

/** Files at a time; the others wait. */
const AT_ONCE = 2;
let lastId = 0;

/** Uploads of this page. Each continues after a broken connection where it was. */
export function useUploads(site: string, folderId: string | null, onUploaded: () => void): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<number, RunningUpload>());
  const target = useRef({ folderId, onUploaded });
  target.current = { folderId, onUploaded };
  const change = useCallback((id: number, changed: Partial<Upload>) => {
    setList((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)));
  }, []);
  const start = useCallback(
    ({ id, file }: Upload) => {
      const end = (changed: Partial<Upload>) => {
        running.current.delete(id);
        change(id, changed);
      };
      const upload = startUpload(site, file, target.current.folderId, {
        onProgress: (sent) => change(id, { state: 'sending', sent, error: null }),
        onInterrupted: () => change(id, { state: 'interrupted' }),
        onDone: () => {
          end({ state: 'done', sent: file.size });
          target.current.onUploaded();
        },
        onFailed: (error) => end({ state: 'failed', error }),
      });
      running.current.set(id, upload);
      change(id, { state: 'sending' });
    },
    [site, change],
  );
  useEffect(() => {
    const waiting = list.filter(({ id, state }) => state === 'waiting' && !running.current.has(id));
    for (const upload of waiting.slice(0, Math.max(0, AT_ONCE - running.current.size))) start(upload);
  }, [list, start]);
  return {
    list,
    add: (files) =>
      setList((all) => [
        ...all,
        ...files.map((file) => ({ id: (lastId += 1), file, state: 'waiting' as const, sent: 0, error: null })),
      ]),
    retry: (id) => change(id, { state: 'waiting', error: null }),
    cancel: (id) => {
      running.current.get(id)?.cancel();
      running.current.delete(id);
      change(id, { state: 'cancelled' });
    },
    clear: () => setList((all) => all.filter(({ state }) => !['done', 'failed', 'cancelled'].includes(state))),
  };
}
