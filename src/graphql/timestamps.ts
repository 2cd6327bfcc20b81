import { Field, ObjectType } from 'type-graphql';
import { DateTime } from './scalars.ts';

/** The fields of a resource that tell its age. */
@ObjectType({ simpleResolvers: true })
export abstract class Timestamps {
  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: string;
}
