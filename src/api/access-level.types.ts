import { Field } from 'type-graphql';
import { Bounds } from './input-bounds.ts';
import { createEnum } from './enum.ts';
import { listBounds } from '../shared/bounds.ts';
import { HTTP_STATUS } from '../shared/errors.ts';
import { LABEL_LENGTH, LIST_LENGTH } from '../shared/checks.ts';
import { ACCESS_LEVELS, levelRule } from '../access/access-level.ts';

export const AccessLevelEnum = createEnum(
  'AccessLevel',
  ACCESS_LEVELS,
  `Who can read an item: ${ACCESS_LEVELS.map((level) => `${level}, ${levelRule(level).readers}`).join('; ')}.`,
);

/** The errors of reading one thing that the viewer may not read, by its access level. */
export const ACCESS_ERRORS = ACCESS_LEVELS.flatMap((level) => {
  const { denial } = levelRule(level);
  const detail = level === 'subscription' ? ': <slug>' : '';
  return denial ? [{ status: HTTP_STATUS[denial.code], text: denial.reason + detail }] : [];
});

/** The field with the subscriptions that a resource requires, where callers write it. @param fallback ends its description */
export function RequiredSubscriptions(fallback = ''): PropertyDecorator {
  const description = `Slugs of the required subscriptions, one of which is enough. Required if accessLevel is subscription${fallback}.`;
  const decorators = [
    Field(() => [String], { nullable: true, description }),
    Bounds(listBounds(LIST_LENGTH, LABEL_LENGTH)),
  ];
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
