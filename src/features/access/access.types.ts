import { registerEnumType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';
import { ACCESS_LEVELS } from './access-level.ts';

export const AccessLevelEnum = enumOf(ACCESS_LEVELS);
registerEnumType(AccessLevelEnum, {
  name: 'AccessLevel',
  description:
    'Who sees an item: everybody; any user with a valid token; users of tier premium or pro; holders of a required subscription.',
});
