import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Result of a deletion.', simpleResolvers: true })
export class Deleted {
  @Field(() => ID, { description: 'Id of the deleted resource.' })
  id!: string;

  @Field(() => Boolean, { description: 'Always true.' })
  deleted!: boolean;
}

export function deleted(id: string): Deleted {
  return { id, deleted: true };
}
