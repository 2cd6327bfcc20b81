/** Services that are called through the libraries of the AI SDK. */
export const PROVIDERS = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;

export type Provider = (typeof PROVIDERS)[number];
