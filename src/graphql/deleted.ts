import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'What a deletion answers.', simpleResolvers: true })
export class Deleted {
  @Field(() => ID, { description: 'Identifier of what is gone.' })
  id!: string;

  @Field(() => Boolean, { description: 'Always true.' })
  deleted!: boolean;
}

export function deleted(id: string): Deleted {
  return { id, deleted: true };
}
