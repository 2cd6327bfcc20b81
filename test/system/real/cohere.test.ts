import { createCohereEmbedder } from '../../../src/adapters/embedder/cohere.ts';
import { createCohereLanguageModel } from '../../../src/adapters/language-model/cohere.ts';
import { createCohereReranker } from '../../../src/adapters/reranker/cohere.ts';
import { createCohereTranscriber } from '../../../src/adapters/transcriber/cohere.ts';
import { createCohereVideoAnalyzer } from '../../../src/adapters/video-analyzer/cohere.ts';
import { describeEmbedder } from '../../ports/embedder.contract.ts';
import { describeLanguageModel } from '../../ports/language-model.contract.ts';
import { describeReranker } from '../../ports/reranker.contract.ts';
import { describeTranscriber } from '../../ports/transcriber.contract.ts';
import { describeVideoAnalyzer } from '../../ports/video-analyzer.contract.ts';
import { describeReal } from './given.ts';

describeReal('Cohere itself', ['COHERE_API_KEY'], (apiKey) => {
  describeEmbedder('embed', () => createCohereEmbedder({ apiKey }));
  describeReranker('rerank', () => createCohereReranker({ apiKey }));
  describeLanguageModel('chat', () => createCohereLanguageModel({ apiKey }));
  describeVideoAnalyzer('vision', () => createCohereVideoAnalyzer({ apiKey }));
  describeTranscriber('transcription', () => createCohereTranscriber({ apiKey }));
});
