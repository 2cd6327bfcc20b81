import { Field, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../api/enum.ts';
import { Visible } from '../../api/visible.ts';
import { FieldDefinition } from './content-type.types.ts';

const FIELD_CHANGES = ['removed', 'renamed', 'retyped'] as const;

const FieldChangeEnum = createEnum(
  'FieldChange',
  FIELD_CHANGES,
  'What an update of a content type does to a field. One that gets another type and another name is `retyped`.',
);

@Visible('site')
@ObjectType('FieldValueChange', {
  description:
    'What an update of a content type would do to the values of a field. Numbers are of items, whatever their status; an item counts with its draft.',
  simpleResolvers: true,
})
export class FieldValueChangeType {
  @Field(() => FieldDefinition, { description: 'The field after the update; a removed one as it is.' })
  field!: FieldDefinition;

  @Field(() => FieldDefinition, { description: 'The field as it is.' })
  former!: FieldDefinition;

  @Field(() => FieldChangeEnum, { description: 'What happens to the field.' })
  kind!: (typeof FIELD_CHANGES)[number];

  @Field(() => Int, { description: 'Items with a value. They keep it, also if the field is removed.' })
  items!: number;

  @Field(() => Int, {
    description:
      'Items whose value is not valid for the new type. The update needs a decision about them if there are any.',
  })
  unfit!: number;

  @Field(() => Int, {
    description: 'Those of `unfit` for which no conversion exists: `convert` leaves their values as they are.',
  })
  unconvertible!: number;
}
