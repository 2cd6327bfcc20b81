import { type Attributes, type Span, SpanKind } from '@opentelemetry/api';
import type { DetectOptions, TokenUsage } from '../ports/language-model.ts';
import { measure } from './metrics.ts';
import { type ObserveOptions, observe } from './record.ts';

export interface ModelCall {
  name: string;
  metricAttributes: Attributes;
  options: ObserveOptions;
}

export function modelCall(operation: string, provider: string, model: string): ModelCall {
  const metricAttributes = {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': model,
  };
  const metrics = { 'gen_ai.client.operation.duration': metricAttributes };
  return {
    name: `${operation} ${model}`,
    metricAttributes,
    options: { kind: SpanKind.CLIENT, attributes: metricAttributes, metrics },
  };
}

/** @param leg the part of a search that it is, if it is one */
export function observeCall<T>(
  { name, options }: ModelCall,
  work: (span: Span, labels: Attributes) => Promise<T>,
  leg?: string,
): Promise<T> {
  const search = leg === undefined ? {} : { 'lectern.search.duration': { 'lectern.search.leg': leg } };
  return observe(name, { ...options, metrics: { ...options.metrics, ...search } }, work);
}

export function recordUsage(
  span: Span,
  { metricAttributes }: ModelCall,
  { inputTokens, outputTokens }: TokenUsage,
): void {
  span.setAttributes({ 'gen_ai.usage.input_tokens': inputTokens, 'gen_ai.usage.output_tokens': outputTokens });
  measure('gen_ai.client.token.usage', inputTokens, { ...metricAttributes, 'gen_ai.token.type': 'input' });
  measure('gen_ai.client.token.usage', outputTokens, { ...metricAttributes, 'gen_ai.token.type': 'output' });
}

/** The options of a call, with the usage that it reports recorded. */
export function recordingUsage(span: Span, call: ModelCall, options: DetectOptions | undefined): DetectOptions {
  return {
    ...options,
    onUsage: (usage, model) => {
      recordUsage(span, call, usage);
      options?.onUsage?.(usage, model);
    },
  };
}
