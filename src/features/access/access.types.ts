import { enumOf } from '../../graphql/enum.ts';
import { ACCESS_LEVELS } from './access-level.ts';

export const AccessLevelEnum = enumOf(
  'AccessLevel',
  ACCESS_LEVELS,
  'Who can read an item: public, everyone; authenticated, any user with a valid token; premium, users of tier premium or pro; subscription, users with one of the required subscriptions.',
);
