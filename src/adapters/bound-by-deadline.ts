import type { LanguageModel } from '../ports/language-model.ts';
import type { Ports } from '../ports/ports.ts';
import type { Reranker } from '../ports/reranker.ts';
import type { VectorSpace } from '../ports/vector-space.ts';
import { boundSignal } from '../shared/deadline.ts';
import { withOverrides } from '../shared/with-overrides.ts';

/** Wraps the adapters so that a call made within a request also ends with the deadline of that request. */
export function boundByDeadline<A extends Ports>(adapters: A): A {
  const { openSpace, model, openModel, reranker, openReranker, egress } = adapters;
  const space = boundSpace(adapters.space);
  return {
    ...adapters,
    space,
    embedder: space.embedder,
    index: space.index,
    openSpace: async (other) => boundSpace(await openSpace(other)),
    model: model && boundModel(model),
    openModel: openModel && (async (settings) => boundModel(await openModel(settings))),
    reranker: reranker && boundReranker(reranker),
    openReranker: openReranker && (async (settings) => boundReranker(await openReranker(settings))),
    // Downloads belong to jobs, which may take longer than any request.
    egress: withOverrides(egress, { fetch: (request) => egress.fetch(bound(request)) }),
  };
}

function boundModel(model: LanguageModel): LanguageModel {
  return withOverrides(model, {
    chat: (request, options) => model.chat(request, bound(options)),
    detectIntent: (request, options) => model.detectIntent(request, bound(options)),
    complete: (instruction, text, options) => model.complete(instruction, text, bound(options)),
  });
}

function boundReranker(reranker: Reranker): Reranker {
  return withOverrides(reranker, {
    rerank: (query, passages, options) => reranker.rerank(query, passages, bound(options)),
  });
}

function boundSpace(space: VectorSpace): VectorSpace {
  const { embedder, index } = space;
  return {
    ...space,
    embedder: withOverrides(embedder, {
      embedPassages: (texts, options) => embedder.embedPassages(texts, bound(options)),
      embedQuery: (text, options) => embedder.embedQuery(text, bound(options)),
    }),
    index: withOverrides(index, {
      search: (siteId, query) => index.search(siteId, bound(query)),
    }),
  };
}

function bound<T extends { signal?: AbortSignal | undefined }>(options: T | undefined): T {
  const signal = boundSignal(options?.signal);
  return { ...options, ...(signal ? { signal } : {}) } as T;
}
