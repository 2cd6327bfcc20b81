export const ACCESS_LEVELS = ['public', 'authenticated', 'premium', 'subscription'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];
