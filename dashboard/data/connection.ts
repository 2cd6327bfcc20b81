import { onlineManager } from '@tanstack/react-query';

const PROBE_MS = 2_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * The service was not reached. Until it is, queries and changes wait, as they do while the browser knows of no network;
 * then they go on by themselves.
 */
export function noticeUnreachable(): void {
  onlineManager.setOnline(false);
  timer ??= setTimeout(probe, PROBE_MS);
}

async function probe(): Promise<void> {
  const isReached = await fetch('/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  timer = undefined;
  if (isReached) onlineManager.setOnline(true);
  else timer = setTimeout(probe, PROBE_MS);
}

export function isOffline(): boolean {
  return !onlineManager.isOnline();
}

export function watchConnection(listener: () => void): () => void {
  return onlineManager.subscribe(listener);
}
