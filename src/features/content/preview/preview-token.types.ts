import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../../api/scalars.ts';
import { Scope } from '../../../api/scope.ts';
import { Visible } from '../../../api/visible.ts';

@Visible('written')
@ObjectType({ description: 'A token that shows unpublished content for some time.', simpleResolvers: true })
export class PreviewToken {
  @Field(() => ID, { description: 'Identifier, with which it is revoked.' })
  id!: string;

  @Scope('write')
  @Field(() => String, {
    description: 'Value of the header `X-Svc-Preview-Token`. Only a hash of it is stored, so it cannot be read again.',
  })
  token!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the item that it shows; null: everything of the site.' })
  itemId!: string | null;

  @Scope('write')
  @Field(() => String, {
    nullable: true,
    description:
      'Address at which the website shows the item with this token, by `previewUrl` of the site; null without one, and for a token of the site.',
  })
  url!: string | null;

  @Field(() => DateTime, { description: 'When it stops working.' })
  expiresAt!: Date;
}
