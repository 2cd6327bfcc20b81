import { Field } from 'type-graphql';
import { Bounds } from './input-bounds.ts';
import { enumOf } from './enum.ts';
import { listOf } from '../shared/bounds.ts';
import { LABEL_LENGTH, LIST_LENGTH } from '../shared/checks.ts';
import { ACCESS_LEVELS } from '../access/access-level.ts';

export const AccessLevelEnum = enumOf(
  'AccessLevel',
  ACCESS_LEVELS,
  'Who can read an item: public, everyone; authenticated, any user with a valid token; premium, users of tier premium or pro; subscription, users with one of the required subscriptions.',
);

/** The field with the subscriptions that a resource requires, where callers write it. @param otherwise ends its description */
export function RequiredSubscriptions(otherwise = ''): PropertyDecorator {
  const description = `Slugs of the required subscriptions, one of which is enough. Required if accessLevel is subscription${otherwise}.`;
  const decorators = [
    Field(() => [String], { nullable: true, description }),
    Bounds(listOf(LIST_LENGTH, LABEL_LENGTH)),
  ];
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
