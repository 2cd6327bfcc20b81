import { Foundation } from './20261121_foundation.ts';
import { Personas } from './20261121_personas.ts';

/** In the order they run. A migration that has shipped is never edited. */
export const migrations = [
  { name: '20261121_foundation', class: Foundation },
  { name: '20261121_personas', class: Personas },
] as const;
