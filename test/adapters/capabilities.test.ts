import { describe, expect, test } from 'vitest';
import { findCapabilities } from '../../src/adapters/model-service/capabilities.ts';

const imagesOf = (model: string) => findCapabilities('openai-compatible', model).images;

describe('pictures by the name of a model', () => {
  test.each([
    'gpt-4o',
    'gpt-4.1-mini',
    'gpt-4-turbo',
    'gpt-5',
    'o3',
    'o4-mini',
    'openai/gpt-4o',
    'claude-sonnet-4-5',
    'claude-3-opus-20240229',
    'gemini-2.5-flash',
    'command-a-vision-07-2025',
    'gemma3:4b',
    'google/gemma-3-4b-it',
    'gemma3:27b',
    'llama4:scout',
    'meta-llama/Llama-4-Scout-17B-16E-Instruct',
    'qwen2.5vl:7b',
    'Qwen/Qwen2.5-VL-7B-Instruct',
    'qwen3-vl:8b',
    'qwen3.5:9b',
    'Qwen/Qwen2.5-Omni-7B',
    'smolvlm',
    'phi-3.5-vision',
    'phi-4-multimodal-instruct',
    'minicpm-v:8b',
    'pixtral-12b',
    'mistral-small3.2',
    'internvl3',
    'deepseek-vl2',
    'granite3.2-vision',
    'llava-onevision',
    'a-model-that-nobody-knows',
  ])('%s takes several', (model) => {
    expect(imagesOf(model)).toBe(8);
  });

  test.each([
    'llava:13b',
    'bakllava',
    'llava-phi3',
    'moondream',
    'llama3.2-vision:11b',
    'Llama-3.2-90B-Vision-Instruct',
  ])('%s takes one at a time', (model) => {
    expect(imagesOf(model)).toBe(1);
  });

  test.each([
    'gpt-3.5-turbo',
    'gpt-4',
    'gpt-4-0613',
    'gpt-4-32k',
    'o1-mini',
    'o3-mini',
    'gpt-oss:20b',
    'claude-2.1',
    'command-r7b-12-2024',
    'command-a-03-2025',
    'command-r-plus',
    'c4ai-aya-expanse-32b',
    'gemma2:9b',
    'gemma:7b',
    'google/gemma-2-9b-it',
    'gemma-2b',
    'gemma3:1b',
    'google/gemma-3-1b-it',
    'llama2',
    'llama3:8b',
    'llama3.1',
    'llama3.2:3b',
    'llama3.3',
    'meta-llama/Llama-3.1-8B-Instruct',
    'qwen2.5:7b',
    'qwen3:8b',
    'Qwen/Qwen3-30B-A3B',
    'qwen2.5-coder',
    'qwq',
    'deepseek-r1:8b',
    'deepseek-chat',
    'phi3',
    'phi4',
    'phi-3.5-mini-instruct',
    'mistral',
    'mistral:7b',
    'mistral-nemo',
    'mixtral:8x7b',
    'smollm2',
  ])('%s takes none', (model) => {
    expect(imagesOf(model)).toBe(0);
  });

  test('what the operator says counts more, also for tools and the context', () => {
    const given = { images: 2, tools: true, contextTokens: 4_000 };
    expect(findCapabilities('openai-compatible', 'gemma2:9b', given)).toEqual(given);
    expect(findCapabilities('openai-compatible', 'gemma2:9b')).toEqual({
      images: 0,
      tools: false,
      contextTokens: 8_192,
    });
  });
});
