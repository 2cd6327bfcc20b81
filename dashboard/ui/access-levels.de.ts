import type { en } from './access-levels.en.ts';

export const de: typeof en = {
  public: 'Alle',
  authenticated: 'Angemeldete',
  premium: 'Premium-Mitglieder',
  subscription: 'Inhaber eines Abonnements',
};
