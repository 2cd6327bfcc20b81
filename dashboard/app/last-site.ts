import { deviceStorage } from '../data/device-storage.ts';

const KEY = 'lectern-site';

export function lastSite(): string | null {
  return deviceStorage.read(KEY);
}

export function rememberSite(site: string): void {
  deviceStorage.write(KEY, site);
}
