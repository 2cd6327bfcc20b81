import type { AccessLevel } from '../.generated/graphql.ts';

export const en: Record<AccessLevel, string> = {
  public: 'Everyone',
  authenticated: 'Signed-in users',
  premium: 'Premium users',
  subscription: 'Holders of a subscription',
};
