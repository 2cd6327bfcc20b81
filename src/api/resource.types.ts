import { Arg, Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTime } from './scalars.ts';

/** The argument of a mutation that changes or deletes a resource. */
export function ExpectedRevisionArg(): ReturnType<typeof Arg> {
  return Arg('expectedRevision', () => Int, {
    nullable: true,
    description:
      'Revision at which the caller has read the resource. If it has another one by now, nothing is written: PRECONDITION_FAILED, with the current `revision`. Default: any revision.',
  });
}

/** The fields of a resource that tell its age. */
@ObjectType({ simpleResolvers: true })
export abstract class Timestamps {
  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: string;
}

/** The fields of a resource that can be changed. */
@ObjectType({ simpleResolvers: true })
export abstract class RevisionFields extends Timestamps {
  @Field(() => Int, { description: 'Number of the last write, from 1: each change of the resource increases it.' })
  revision!: number;
}

/** The same of a resource that has an id of its own. */
@ObjectType({ simpleResolvers: true })
export abstract class Resource extends RevisionFields {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;
}
