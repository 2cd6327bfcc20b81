import type { Egress } from './egress.ts';
import type { Embedder } from './embedder.ts';
import type { Extractor } from './extractor.ts';
import type { FileStorage, GrantSigner } from './file-storage.ts';
import type { ImageTransformer } from './image-transformer.ts';
import type { JobQueue } from './job-queue.ts';
import type { LanguageModel, OpenLanguageModel } from './language-model.ts';
import type { Mailer } from './mailer.ts';
import type { MediaTools } from './media-tools.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { OpenReranker, Reranker } from './reranker.ts';
import type { TokenVerifier } from './token-verifier.ts';
import type { Transcriber } from './transcriber.ts';
import type { VectorIndex } from './vector-index.ts';
import type { OpenVectorSpace, VectorSpace } from './vector-space.ts';
import type { VideoAnalyzer } from './video-analyzer.ts';

/** What the service needs from outside. */
export interface Ports {
  embedder: Embedder;
  extractor: Extractor;
  analyzer: VideoAnalyzer;
  transcriber: Transcriber;
  /** The index of the embedder's vectors. */
  index: VectorIndex;
  /** The embedder and its index. */
  space: VectorSpace;
  /** Opens another one beside it. */
  openSpace: OpenVectorSpace;
  /** The language model; null if none is configured. */
  model: LanguageModel | null;
  /** Opens a site's own language model; null if sites may not have one. */
  openModel: OpenLanguageModel | null;
  /** The reranker; null if results are not reranked. */
  reranker: Reranker | null;
  /** Opens a site's own reranker; null if sites may not have one. */
  openReranker: OpenReranker | null;
  tokens: TokenVerifier;
  limiter: RateLimiter;
  mailer: Mailer;
  egress: Egress;
  storage: FileStorage;
  /** Grants of resumable uploads, which the service receives whatever the storage. */
  resumable: GrantSigner;
  images: ImageTransformer;
  media: MediaTools;
  queue: JobQueue;
}
