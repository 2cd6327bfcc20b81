import { FieldResolver, Resolver, Root } from 'type-graphql';
import { webLinkOrNull } from '../../../shared/link.ts';
import { CitedSource } from './citation.types.ts';

/** Answers are stored with their citations: a URL from before URLs were checked must not reach a client. */
@Resolver(() => CitedSource)
export class CitedSourceResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Content items: URL of their page, as it was entered. Videos: URL that plays the video from the start of the passage on (`#t=` and seconds). Files: URL of the file, at the page of the passage if it has pages (`#page=` and its number). That of a restricted uploaded file is signed and expires. Null for documents, if there is none, and if clients could not follow it.',
  })
  url(@Root() { url }: CitedSource): string | null {
    return webLinkOrNull(url);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Content items: `url` with the heading above the passage as its fragment; null without a heading or URL, or if `url` has a fragment.',
  })
  anchor(@Root() { anchor }: CitedSource): string | null {
    return webLinkOrNull(anchor);
  }
}
