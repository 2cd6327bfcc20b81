import { type Attributes, type Span, SpanKind } from '@opentelemetry/api';
import type { TokenUsage } from '../ports/language-model.ts';
import { measure } from './metrics.ts';
import { type Observed, observe } from './record.ts';

export function aboutCall(operation: string, provider: string, model: string) {
  return { 'gen_ai.operation.name': operation, 'gen_ai.provider.name': provider, 'gen_ai.request.model': model };
}

export function callOptions(about: Attributes): Observed {
  return { kind: SpanKind.CLIENT, attributes: about, metrics: { 'gen_ai.client.operation.duration': about } };
}

/** A call of a model with this many texts. @param leg the part of a search that it is, if it is one */
export function observeTexts<T>(
  about: ReturnType<typeof aboutCall>,
  { texts, leg }: { texts?: number; leg?: string },
  work: () => Promise<T>,
): Promise<T> {
  const { attributes, metrics, ...options } = callOptions(about);
  return observe(
    `${about['gen_ai.operation.name']} ${about['gen_ai.request.model']}`,
    {
      ...options,
      attributes: { ...attributes, ...(texts === undefined ? {} : { 'lectern.texts': texts }) },
      metrics: {
        ...metrics,
        ...(leg === undefined ? {} : { 'lectern.search.duration': { 'lectern.search.leg': leg } }),
      },
    },
    work,
  );
}

export function recordUsage(span: Span, about: Attributes, { inputTokens, outputTokens }: TokenUsage): void {
  span.setAttributes({ 'gen_ai.usage.input_tokens': inputTokens, 'gen_ai.usage.output_tokens': outputTokens });
  measure('gen_ai.client.token.usage', inputTokens, { ...about, 'gen_ai.token.type': 'input' });
  measure('gen_ai.client.token.usage', outputTokens, { ...about, 'gen_ai.token.type': 'output' });
}
