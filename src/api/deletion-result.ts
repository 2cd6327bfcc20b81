import { Field, ID, ObjectType } from 'type-graphql';
import { Visible } from './visible.ts';

@Visible('part')
@ObjectType('Deleted', { description: 'Result of a deletion.', simpleResolvers: true })
export class DeletionResult {
  @Field(() => ID, { description: 'Id of the deleted resource.' })
  id!: string;

  @Field(() => Boolean, { description: 'Always true.' })
  deleted!: boolean;
}

export function toDeletionResult(id: string): DeletionResult {
  return { id, deleted: true };
}
