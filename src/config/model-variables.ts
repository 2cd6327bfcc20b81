import { z } from 'zod';
import {
  COHERE_CHAT_MODELS,
  COHERE_RERANK_MODEL,
  COHERE_TRANSCRIPTION_MODEL,
  COHERE_VISION_MODEL,
} from '../adapters/cohere/models.ts';
import {
  capabilities,
  chatModel,
  embedModel,
  httpUrl,
  integer,
  optional,
  prefix,
  rerankModel,
  transcribeModel,
  truthy,
  visionCapabilities,
} from './formats.ts';

/** The variables of the services with models: language, embeddings, reranking, pictures and speech. */
export const MODEL_VARIABLES = {
  COHERE_API_KEY: optional(z.string(), 'local').describe(
    'API key of Cohere for embeddings, reranking, the language model, and what videos show and say; unset: local adapters, no reranker.',
  ),
  COHERE_BASE_URL: optional(httpUrl, "Cohere's own").describe('Base URL of the Cohere API.'),
  COHERE_CHAT_MODEL_FAST: z
    .string()
    .default(COHERE_CHAT_MODELS.fast)
    .describe('Model for personas of tier fast, intents, summaries and rewritten queries.'),
  COHERE_CHAT_MODEL_SMART: z.string().default(COHERE_CHAT_MODELS.smart).describe('Model for all other personas.'),
  COHERE_RERANK_MODEL: z.string().default(COHERE_RERANK_MODEL).describe('Model that reranks search results.'),
  COHERE_VISION_MODEL: z
    .string()
    .default(COHERE_VISION_MODEL)
    .describe('Model that describes videos from their pictures.'),
  COHERE_TRANSCRIPTION_MODEL: z
    .string()
    .default(COHERE_TRANSCRIPTION_MODEL)
    .describe('Model that transcribes the speech of videos without subtitles.'),
  CHAT_MODEL: optional(chatModel, 'by COHERE_API_KEY').describe(
    'Language model as provider and name, such as openai-compatible:llama3.1 (Ollama, vLLM, LM Studio, gateways), openai:, anthropic:, google: or cohere:; see docs/models.md. Unset: Cohere with its API key, else quoted passages.',
  ),
  CHAT_MODEL_FAST: optional(z.string(), 'that of CHAT_MODEL').describe(
    'Name of a model at the same place for personas of tier fast, intents, summaries and rewritten queries.',
  ),
  CHAT_BASE_URL: optional(httpUrl, "the provider's own").describe(
    'Base URL of the API of CHAT_MODEL, also of a private host; unset with openai-compatible: Ollama on this machine, http://127.0.0.1:11434/v1.',
  ),
  CHAT_API_KEY: optional(z.string(), 'none').describe(
    'API key of CHAT_MODEL; needed but with openai-compatible. With cohere, unset: COHERE_API_KEY.',
  ),
  CHAT_CAPABILITIES: optional(capabilities, 'by name').describe(
    'What CHAT_MODEL can do, separated by commas: `tools` or `no-tools`, and `context=` with the tokens of prompt and answer together, such as no-tools,context=4096.',
  ),
  CHAT_FALLBACK_MODEL: optional(chatModel, 'none').describe(
    'Language model, written as CHAT_MODEL, that answers when CHAT_MODEL fails before the beginning of its answer.',
  ),
  CHAT_FALLBACK_BASE_URL: optional(httpUrl, "the provider's own").describe('Base URL of its API.'),
  CHAT_FALLBACK_API_KEY: optional(z.string(), 'none').describe('Its API key.'),
  CHAT_FALLBACK_CAPABILITIES: optional(capabilities, 'by name').describe('What it can do, as CHAT_CAPABILITIES.'),
  RERANK_MODEL: optional(rerankModel, 'by COHERE_API_KEY').describe(
    "Model that reranks search results, as cohere: and its name, at Cohere or, with RERANK_BASE_URL, at a server with Cohere's protocol such as vLLM. Unset: COHERE_RERANK_MODEL with an API key of Cohere, else none.",
  ),
  RERANK_BASE_URL: optional(httpUrl, 'COHERE_BASE_URL').describe('Base URL of its API, without the path /v2/rerank.'),
  RERANK_API_KEY: optional(z.string(), 'COHERE_API_KEY').describe('Its API key.'),
  TRANSCRIBE_MODEL: optional(transcribeModel, 'by COHERE_API_KEY').describe(
    'Model that transcribes the speech of videos without subtitles, as openai-compatible: or openai: and its name, such as openai:whisper-1. Unset: COHERE_TRANSCRIPTION_MODEL with an API key of Cohere, else none.',
  ),
  TRANSCRIBE_BASE_URL: optional(httpUrl, "the provider's own").describe('Base URL of its API, also of a private host.'),
  TRANSCRIBE_API_KEY: optional(z.string(), 'none').describe('Its API key; needed but with openai-compatible.'),
  VISION_MODEL: optional(chatModel, 'by COHERE_API_KEY').describe(
    'Model that describes the pictures of videos, written as CHAT_MODEL; it must take pictures. Unset: COHERE_VISION_MODEL with an API key of Cohere, else only text in pictures is read.',
  ),
  VISION_BASE_URL: optional(httpUrl, "the provider's own").describe(
    'Base URL of its API, also of a private host; unset with openai-compatible: Ollama on this machine.',
  ),
  VISION_API_KEY: optional(z.string(), 'none').describe(
    'Its API key; needed but with openai-compatible. With cohere, unset: COHERE_API_KEY.',
  ),
  VISION_CAPABILITIES: optional(visionCapabilities, 'by name').describe(
    'What VISION_MODEL can do, separated by commas: `images`, or `images=` with the number of pictures that it takes at a time, and `context=` as for CHAT_CAPABILITIES, such as images=1,context=4096.',
  ),
  EMBED_MODEL: embedModel
    .default({ kind: 'auto' })
    .meta({ unset: 'auto' })
    .describe(
      'What makes the vectors of texts: `auto` (Cohere with its API key, else a model in DATA_DIR/models, else `lexical`; outside production, all-MiniLM-L6-v2 is then fetched for the next start), `lexical` (words and parts of words, no model), or `onnx:` and a folder, or the name of one in DATA_DIR/models, with a sentence-transformers model in ONNX, or a provider and a name, such as openai-compatible:nomic-embed-text, openai: or google: (see docs/models.md).',
    ),
  EMBED_BASE_URL: optional(httpUrl, "the provider's own").describe(
    'Base URL of the API of EMBED_MODEL, also of a private host; unset with openai-compatible: Ollama on this machine.',
  ),
  EMBED_API_KEY: optional(z.string(), 'none').describe('API key of EMBED_MODEL; needed but with openai-compatible.'),
  EMBED_DIMENSIONS: optional(integer(8, 8_192), 'asked').describe(
    'How many numbers its vectors have; also requested from openai and google. Unset: what it answers at the first start, kept in DATA_DIR.',
  ),
  EMBED_QUERY_PREFIX: optional(prefix, 'by name').describe(
    'Text before every query, as some models need it; `none` for no text. Known for nomic, E5, mxbai, arctic, BGE, Qwen 3 and Gemma.',
  ),
  EMBED_PASSAGE_PREFIX: optional(prefix, 'by name').describe('The same before every text that is searched.'),
  HF_HUB_OFFLINE: truthy.default(false).describe('`1`: no model is fetched, as for other programs that use the hub.'),
  TRANSFORMERS_OFFLINE: truthy.default(false).describe('The same.'),
} as const;
