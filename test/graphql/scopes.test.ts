import 'reflect-metadata';
import { Mutation, Query, Resolver, Subscription } from 'type-graphql';
import { expect, test } from 'vitest';
import { buildApiSchema } from '../../src/graphql/schema/build-schema.ts';
import { subscribedByInstance } from '../../src/api/subscriptions.ts';
import { Scope } from '../../src/api/scope.ts';
import { Visible } from '../../src/api/visible.ts';

@Resolver()
class ScopedResolver {
  @Scope('read')
  @Visible('site')
  @Query(() => String)
  scopedQuery(): string {
    return '';
  }
}

@Resolver()
class WriteOnlyResolver {
  @Scope('write')
  @Query(() => String)
  writeOnlyQuery(): string {
    return '';
  }

  @Scope(['read', 'write'])
  @Query(() => String)
  readWriteQuery(): string {
    return '';
  }
}

@Resolver()
class UnscopedResolver {
  @Query(() => String)
  unscopedQuery(): string {
    return '';
  }

  @Mutation(() => String)
  unscopedMutation(): string {
    return '';
  }

  @Subscription(() => String, { subscribe: subscribedByInstance })
  unscopedSubscription(): string {
    return '';
  }
}

test('a schema is built whose root fields declare their scopes', async () => {
  const schema = await buildApiSchema([ScopedResolver]);
  expect(schema.getQueryType()?.getFields()['scopedQuery']?.extensions['scope']).toBe('read');
});

test('fields of Query, Mutation and Subscription without a declared scope fail the start, all of them named', async () => {
  await expect(buildApiSchema([ScopedResolver, UnscopedResolver])).rejects.toThrow(
    'Fields without @Scope: Query.unscopedQuery, Mutation.unscopedMutation, Subscription.unscopedSubscription',
  );
});

test('a field that reads without the scope read or admin fails the start', async () => {
  await expect(buildApiSchema([ScopedResolver, WriteOnlyResolver])).rejects.toThrow(
    'Fields that read without the scope read or admin: Query.writeOnlyQuery',
  );
});
