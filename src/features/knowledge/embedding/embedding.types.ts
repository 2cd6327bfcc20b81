import { Field, Int, ObjectType } from 'type-graphql';
import { DateTime } from '../../../api/scalars.ts';
import { Visible } from '../../../api/visible.ts';

@Visible('admin')
@ObjectType({ description: 'An embedding model, which makes the vectors of texts.', simpleResolvers: true })
export class EmbeddingModel {
  @Field(() => String, { description: 'Name and version.' })
  model!: string;

  @Field(() => Int, { description: 'Numbers of a vector.' })
  dimensions!: number;

  @Field(() => Boolean, {
    description:
      'Whether this instance can use the model: false if its key or its files are missing. Searches then match words.',
  })
  isAvailable!: boolean;
}

@Visible('admin')
@ObjectType({
  description: 'The embedding model whose vectors are searched, and the one that is being prepared to replace it.',
  simpleResolvers: true,
})
export class EmbeddingModels {
  @Field(() => EmbeddingModel, { description: 'Its vectors are searched.' })
  active!: EmbeddingModel;

  @Field(() => EmbeddingModel, {
    nullable: true,
    description:
      'Its vectors are being prepared; all searches change to it when the last one is there. Null: no change.',
  })
  next!: EmbeddingModel | null;

  @Field(() => Int, { description: 'Number of chunks that have a vector of the next model. 0 without one.' })
  embedded!: number;

  @Field(() => Int, {
    description: 'Number of chunks that had a vector when the change was last counted. 0 without a next model.',
  })
  chunks!: number;

  @Field(() => DateTime, { nullable: true, description: 'When the change began. Null without a next model.' })
  startedAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the model whose change was cancelled: it does not begin again at a start.',
  })
  cancelled!: string | null;
}
