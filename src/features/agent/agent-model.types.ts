import { Field, Int, ObjectType } from 'type-graphql';
import { Visible } from '../../api/visible.ts';

@Visible('site')
@ObjectType({ description: 'The language model of the agent.', simpleResolvers: true })
export class AgentModel {
  @Field(() => String, { description: 'Name of the model that answers.' })
  name!: string;

  @Field(() => String, { description: 'Name of the model for short tasks, such as finding the intent of a message.' })
  fastName!: string;

  @Field(() => Boolean, {
    description:
      'Whether it writes its answers. Otherwise no model is configured, and answers are quoted from the sources.',
  })
  writes!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether it can use tools. Otherwise it calls no webhook tools and proposes no actions; triggers still do.',
  })
  tools!: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'Tokens of a prompt and its answer together; longer prompts lose passages and older messages. Null: unknown.',
  })
  contextTokens!: number | null;

  @Field(() => Boolean, {
    description: "Whether it is the site's own, called with the key of the site; otherwise it is the installation's.",
  })
  isOwn!: boolean;
}
