const KEY = 'lectern-site';

export function lastSite(): string | null {
  return localStorage.getItem(KEY);
}

export function rememberSite(site: string): void {
  localStorage.setItem(KEY, site);
}
