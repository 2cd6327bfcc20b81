import 'reflect-metadata';
import { graphql } from 'graphql';
import { Arg, Ctx, Field, InputType, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { describe, expect, test } from 'vitest';
import { buildApiSchema } from '../../src/graphql/schema/build-schema.ts';
import { Scope } from '../../src/api/scope.ts';
import { Visible } from '../../src/api/visible.ts';

@Visible('site')
@ObjectType()
class Echo {
  @Field(() => String)
  text!: string;
}

@InputType()
class EchoInput {
  @Field(() => String)
  text!: string;
}

@Resolver()
class EchoResolver {
  private readonly prefix = 'echo';

  @Scope('read')
  @Query(() => Echo)
  echoed(
    @Ctx() context: { user: string },
    @Arg('word', () => String) word: string,
    @Arg('times', () => Int, { defaultValue: 2 }) times: number,
  ): Echo {
    if (word === 'wrong') throw new Error('thrown');
    return { text: `${this.prefix} ${context.user} ${word.repeat(times)}` };
  }

  @Scope('write')
  @Mutation(() => Echo)
  async echo(@Arg('input', () => EchoInput) input: EchoInput): Promise<Echo> {
    return { text: `${this.prefix} ${input.constructor.name} ${input.text}` };
  }
}

const schema = await buildApiSchema([EchoResolver], [new EchoResolver()]);
const run = (source: string) => graphql({ schema, source, contextValue: { user: 'u' } });

describe('resolvers of root fields', () => {
  test('get their instance, context, arguments and defaults', async () => {
    expect(await run('{ echoed(word: "ab") { text } }')).toEqual({ data: { echoed: { text: 'echo u abab' } } });
  });

  test('may throw', async () => {
    expect((await run('{ echoed(word: "wrong") { text } }')).errors?.[0]?.message).toBe('thrown');
  });

  test('still get instances of the classes of their inputs', async () => {
    const answer = await run('mutation { echo(input: { text: "a" }) { text } }');
    expect(answer).toEqual({ data: { echo: { text: 'echo EchoInput a' } } });
  });
});
