import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Visible } from '../../api/visible.ts';

@Visible('site')
@ObjectType({ description: 'Usage of a model on one day.', simpleResolvers: true })
export class ModelUsage {
  @Field(() => String, { description: 'Day in UTC, `YYYY-MM-DD`.' })
  day!: string;

  @Field(() => String, { description: 'Name of the model.' })
  model!: string;

  @Field(() => Int, {
    description: 'Number of chat turns that used the model; 0 for one that has only described videos.',
  })
  turns!: number;

  @Field(() => Int, { description: 'Input tokens, at most 2,147,483,647.' })
  inputTokens!: number;

  @Field(() => Int, { description: 'Output tokens, at most 2,147,483,647.' })
  outputTokens!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Cost at the present prices of the installation (`MODEL_PRICES`), in their currency; null if the model has no price.',
  })
  cost!: number | null;
}
