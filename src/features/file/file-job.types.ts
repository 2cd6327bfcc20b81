import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';
import { pageOf } from '../../graphql/page-type.ts';
import { DateTime, GraphQLJSONObject } from '../../graphql/scalars.ts';
import type { AccessLevel } from '../access/access-level.ts';
import { AccessLevelEnum } from '../access/access.types.ts';
import { SourceStatusEnum } from '../knowledge/document.types.ts';
import type { SourceStatus } from '../knowledge/knowledge.entity.ts';
import { Bounds } from '../../graphql/bounds.ts';
import { listOf } from '../../shared/bounds.ts';
import { LABEL_LENGTH, LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';

const KEY_LENGTH = 1_000;
const METADATA_BYTES = 64 * 1024;

const STATES = ['queued', 'waiting', 'running', 'stuck', 'completed', 'failed', 'cancelled'] as const;

export const FileJobStateEnum = enumOf(STATES);
registerEnumType(FileJobStateEnum, {
  name: 'FileProcessingState',
  description:
    'Waiting for a worker; waiting for its next attempt at `retryAt`; being worked on; started by a worker that has not been heard of for longer than it should (another one takes it over); or ended.',
});

@ObjectType({ description: 'Why a file could not be processed.', simpleResolvers: true })
export class FileProcessingError {
  @Field(() => String, {
    description:
      'ENCRYPTED, MALFORMED, MISLABELLED, NO_TEXT, TOO_LARGE, TOO_SLOW or OUT_OF_MEMORY for what the file is; FILE_GONE, CANCELLED, REMOVED or another code otherwise.',
  })
  code!: string;

  @Field(() => String, { description: 'What is wrong, as a sentence for people.' })
  message!: string;
}

@ObjectType({ description: 'The way of an uploaded file into the knowledge base.', simpleResolvers: true })
export class FileProcessingJob {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'Object key of the file.' })
  fileKey!: string;

  @Field(() => String, { description: 'Name of the file.' })
  fileName!: string;

  @Field(() => SourceStatusEnum, {
    description: 'Waiting, being processed, searchable, or failed (cancelled included).',
  })
  status!: SourceStatus;

  @Field(() => FileJobStateEnum, { description: 'The same, told more finely.' })
  state!: (typeof STATES)[number];

  @Field(() => String, {
    description:
      '`extraction` of the text, `indexing`, then `done`, `failed` or `cancelled`. A finished stage is kept.',
  })
  stage!: string;

  @Field(() => Int, { description: 'Percent, 0 to 100.' })
  progress!: number;

  @Field(() => ID, { nullable: true, description: 'Id of the file in the knowledge base, once it is searchable.' })
  documentId!: string | null;

  @Field(() => Int, { nullable: true, description: 'How many chunks searches find, once it is searchable.' })
  chunks!: number | null;

  @Field(() => Int, { nullable: true, description: 'Pages, once they are read and where the format has them.' })
  pages!: number | null;

  @Field(() => Int, { nullable: true, description: 'Pages that were read from their picture.' })
  ocrPages!: number | null;

  @Field(() => [String], { description: 'What of the file was left out, as sentences for people.' })
  notes!: string[];

  @Field(() => FileProcessingError, { nullable: true, description: 'Why it failed or was cancelled.' })
  error!: FileProcessingError | null;

  @Field(() => FileProcessingError, {
    nullable: true,
    description: 'Why the attempt before failed, while the next one waits or runs.',
  })
  lastError!: FileProcessingError | null;

  @Field(() => Int, { description: 'How often reading the file was begun.' })
  attempts!: number;

  @Field(() => DateTime, { nullable: true, description: 'When the next attempt is due, after one that failed.' })
  retryAt!: string | null;

  @Field(() => DateTime, { description: 'When it was asked for.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it last got on.' })
  updatedAt!: string;
}

@ObjectType({ description: 'A page of jobs, newest first.', simpleResolvers: true })
export class FileProcessingJobPage extends pageOf(FileProcessingJob) {}

@InputType({ description: 'Which jobs a list has.' })
export class FileJobFilter {
  @Field(() => SourceStatusEnum, { nullable: true, description: 'Only of this status; absent: of any.' })
  status?: SourceStatus | null;
}

@InputType({ description: 'An uploaded file that is to be searchable.' })
export class ProcessFileInput {
  @Field(() => String, { description: 'Object key that the upload answered.' })
  @Bounds({ filled: true, maxLength: KEY_LENGTH })
  fileKey!: string;

  @Field(() => String, { description: 'Name, whose extension says the format: pdf, docx, doc, txt, md or html.' })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  fileName!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What searches can be narrowed to, such as the MIME type. Default `file`.',
  })
  @Bounds({ maxLength: NAME_LENGTH })
  contentType?: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Free-form data, at most 64 kB; its `title`, if any, is the title in the knowledge base.',
  })
  @Bounds({ maxJsonBytes: METADATA_BYTES })
  metadata?: Record<string, unknown> | null;

  @Field(() => AccessLevelEnum, {
    nullable: true,
    description: 'Who finds it, whatever folder it lies in. Default: as before, at first the level of its folder.',
  })
  accessLevel?: AccessLevel | null;

  @Field(() => [String], { nullable: true, description: 'Slugs of subscriptions; required at level subscription.' })
  @Bounds(listOf(LIST_LENGTH, LABEL_LENGTH))
  requiredSubscriptions?: string[] | null;
}
