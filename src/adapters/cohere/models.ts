/** Default models. */
export const COHERE_CHAT_MODELS = { fast: 'command-r7b-12-2024', smart: 'command-a-03-2025' };
export const COHERE_RERANK_MODEL = 'rerank-v3.5';
export const COHERE_VISION_MODEL = 'command-a-vision-07-2025';
export const COHERE_TRANSCRIPTION_MODEL = 'cohere-transcribe-03-2026';
