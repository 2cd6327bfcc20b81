import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../api/enum.ts';
import { createPageType } from '../../api/page.types.ts';
import { DateTime, GraphQLJSONObject } from '../../api/scalars.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import { AccessLevelEnum, RequiredSubscriptions } from '../../api/access-level.types.ts';
import { SOURCE_STATUSES, type SourceStatus } from './knowledge.entity.ts';
import { Bounds } from '../../api/input-bounds.ts';
import { partialInput, requiredInput } from '../../api/input-of.ts';
import { Resource } from '../../api/resource.types.ts';
import { Visible } from '../../api/visible.ts';
import { listBounds } from '../../shared/bounds.ts';
import { LABEL_LENGTH, LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';

const CONTENT_LENGTH = 10_000_000;
const METADATA_BYTES = 64 * 1024;

export const SourceStatusEnum = createEnum(
  'KnowledgeSourceStatus',
  SOURCE_STATUSES,
  'Indexing status: queued, processing, completed (searchable) or failed.',
);

@Visible('guarded')
@ObjectType({ description: 'A text document in the knowledge base.', simpleResolvers: true })
export class KnowledgeDocument extends Resource {
  @Field(() => String, { description: 'Title, at most 300 characters.' })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  title!: string;

  @Field(() => String, {
    description: 'Content type of the document, by which searches can be filtered. Default `document`.',
  })
  @Bounds({ maxLength: NAME_LENGTH })
  contentType!: string;

  @Field(() => GraphQLJSONObject, { description: 'Free-form data, at most 64 kB.' })
  @Bounds({ maxJsonBytes: METADATA_BYTES })
  metadata!: Record<string, unknown>;

  @Field(() => [String], { description: 'Tags, at most 200.' })
  @Bounds(listBounds(LIST_LENGTH, LABEL_LENGTH))
  tags!: string[];

  @Field(() => AccessLevelEnum, { description: 'Who can read the document. Default public.' })
  accessLevel!: AccessLevel;

  @RequiredSubscriptions('; otherwise null')
  requiredSubscriptions!: string[] | null;

  @Field(() => SourceStatusEnum, { description: 'Indexing status of the current text.' })
  status!: SourceStatus;

  /** A field resolver resolves the content. */
  content?: string;
}

@ObjectType({ description: 'A page of knowledge documents, newest first.', simpleResolvers: true })
export class KnowledgeDocumentPage extends createPageType(KnowledgeDocument) {}

@Visible('part')
@ObjectType({ description: 'Why a source could not be indexed.', simpleResolvers: true })
export class KnowledgeSourceError {
  @Field(() => String, { description: 'Code of the error.' })
  code!: string;

  @Field(() => String, { description: 'Message for people.' })
  message!: string;
}

@Visible('guarded')
@ObjectType({
  description: 'A source in the knowledge base: a document, file, video or content item.',
  simpleResolvers: true,
})
export class KnowledgeSource {
  @Field(() => ID, { description: 'Id of the document, file, video or content item.' })
  id!: string;

  @Field(() => String, { description: 'File name; for other sources the title.' })
  fileName!: string;

  @Field(() => String, { description: 'Extension of a file; for other sources `document`, `video` or `content`.' })
  fileType!: string;

  @Field(() => SourceStatusEnum, { description: 'Indexing status of the current text.' })
  status!: SourceStatus;

  @Field(() => KnowledgeSourceError, {
    nullable: true,
    description: 'Why indexing failed or, with the status queued, what it waits for; otherwise null.',
  })
  error!: KnowledgeSourceError | null;

  @Field(() => Int, { description: 'Number of searchable chunks.' })
  chunks!: number;

  @Field(() => DateTime, { description: 'When the source was added to the knowledge base.' })
  createdAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'When the source was last indexed.' })
  processedAt!: string | null;
}

@InputType({ description: 'Changes to a knowledge document. Omitted fields keep their value; null clears.' })
export class UpdateKnowledgeDocumentInput extends partialInput(KnowledgeDocument, {
  omit: ['id', 'status', 'createdAt', 'updatedAt', 'revision', 'content'],
}) {
  @Field(() => String, {
    nullable: true,
    description:
      'Full text, plain or Markdown; limited by the maximum size of the request. Not the sentence of the agent that it found no answer.',
  })
  @Bounds({ filled: true, informative: true, maxLength: CONTENT_LENGTH })
  content?: string | null;
}

@InputType({ description: 'A new knowledge document.' })
export class CreateKnowledgeDocumentInput extends requiredInput(UpdateKnowledgeDocumentInput, ['title', 'content']) {}

@InputType({ description: 'Filter of a list of knowledge documents; all conditions must hold.' })
export class KnowledgeDocumentFilter {
  @Field(() => String, { nullable: true, description: 'Content type of the documents.' })
  @Bounds({ maxLength: NAME_LENGTH })
  contentType?: string | null;

  @Field(() => String, { nullable: true, description: 'Exact tag.' })
  @Bounds({ maxLength: LABEL_LENGTH })
  tag?: string | null;
}
