import { Field, ID, ObjectType } from 'type-graphql';
import { Visible } from './visible.ts';

@Visible('part')
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
