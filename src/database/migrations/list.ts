import { Foundation } from './20261121_foundation.ts';

/** In the order they run. A migration that has shipped is never edited. */
export const migrations = [{ name: '20261121_foundation', class: Foundation }] as const;
