import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'The model that describes the pictures of videos.', simpleResolvers: true })
export class VideoModel {
  @Field(() => String, { description: 'Provider and name of the model; `text recognition` if none is configured.' })
  name!: string;

  @Field(() => Boolean, {
    description:
      'Whether it takes pictures. Otherwise videos have no descriptions and no techniques; what is said in them and the text in their pictures is still found.',
  })
  images!: boolean;

  @Field(() => Int, { description: 'Pictures of a segment that are looked at, at most.' })
  maxPictures!: number;
}
