import { Field, Int, ObjectType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';

const LIMITED = [
  'api_key',
  'asset_folder',
  'content_type',
  'member',
  'persona',
  'trigger',
  'webhook_endpoint',
  'webhook_tool',
] as const;
export type LimitedResource = (typeof LIMITED)[number];

const LimitedResourceEnum = enumOf(
  'LimitedResource',
  LIMITED,
  'What a site may have only so many of. `api_key`: those that are not revoked.',
);

@ObjectType({ description: 'A limit of a site and what it uses of it.', simpleResolvers: true })
export class SiteLimit {
  @Field(() => LimitedResourceEnum, { description: 'What is limited.' })
  resource!: LimitedResource;

  @Field(() => Int, { description: 'How many the site has.' })
  used!: number;

  @Field(() => Int, { description: 'How many the site may have. Another one is BAD_REQUEST, a member CONFLICT.' })
  max!: number;
}
