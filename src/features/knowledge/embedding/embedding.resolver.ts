import { Mutation, Query, Resolver } from 'type-graphql';
import { Scope } from '../../../api/scope.ts';
import { EmbeddingModels } from './embedding.types.ts';
import type { VectorSpaces } from '../vector-spaces.service.ts';

@Resolver()
export class EmbeddingResolver {
  private readonly vectors: VectorSpaces;

  constructor(vectors: VectorSpaces) {
    this.vectors = vectors;
  }

  @Scope('admin')
  @Query(() => EmbeddingModels, {
    description: 'The embedding models of the installation and the progress of a change. Requires the admin key.',
  })
  async embeddingModels(): Promise<EmbeddingModels> {
    return this.vectors.models();
  }

  @Scope('admin')
  @Mutation(() => EmbeddingModels, {
    description:
      'Cancels a change of the embedding model, also for later starts; without one, nothing happens. The vectors that are there are removed 15 minutes later. CONFLICT if this instance cannot use the searched model any more. Requires the admin key.',
  })
  async cancelEmbeddingChange(): Promise<EmbeddingModels> {
    return this.vectors.cancel();
  }

  @Scope('admin')
  @Mutation(() => EmbeddingModels, {
    description:
      'Begins the change to the embedding model of the configuration, also after it was cancelled; if it is searched already, nothing happens. Requires the admin key.',
  })
  async startEmbeddingChange(): Promise<EmbeddingModels> {
    return this.vectors.begin();
  }
}
