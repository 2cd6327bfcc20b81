import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../api/enum.ts';
import { createPageType } from '../../api/page.types.ts';
import { GraphQLJSONObject } from '../../api/scalars.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import { AccessLevelEnum, RequiredSubscriptions } from '../../api/access-level.types.ts';
import { PROCESSING_STATES, STATES_EXPLAINED, createProcessingJob } from '../processing-job/processing-job.types.ts';
import { SourceStatusEnum } from '../knowledge/document.types.ts';
import type { SourceStatus } from '../knowledge/knowledge.entity.ts';
import { Bounds } from '../../api/input-bounds.ts';
import { Visible } from '../../api/visible.ts';
import { NAME_LENGTH } from '../../shared/checks.ts';

const KEY_LENGTH = 1_000;
const METADATA_BYTES = 64 * 1024;

export const FileJobStateEnum = createEnum(
  'FileProcessingState',
  PROCESSING_STATES,
  `State of a job: ${STATES_EXPLAINED}`,
);

@Visible('part')
@ObjectType({ description: 'Why a file could not be processed.', simpleResolvers: true })
export class FileProcessingError {
  @Field(() => String, {
    description:
      'Error code: ENCRYPTED, MALFORMED, MISLABELLED, NO_TEXT, TOO_LARGE, TOO_SLOW or OUT_OF_MEMORY if the file itself is the cause; FILE_GONE, CANCELLED, REMOVED or another code otherwise.',
  })
  code!: string;

  @Field(() => String, { description: 'Error message.' })
  message!: string;
}

@Visible('guarded')
@ObjectType({
  description: 'A job that extracts the text of an uploaded file and adds it to the knowledge base.',
  simpleResolvers: true,
})
export class FileProcessingJob extends createProcessingJob({
  Status: SourceStatusEnum,
  State: FileJobStateEnum,
  ProcessingError: FileProcessingError,
  work: 'extraction',
}) {
  @Field(() => String, { description: 'Object key of the file.' })
  fileKey!: string;

  @Field(() => String, { description: 'Name of the file.' })
  fileName!: string;

  @Field(() => String, {
    description:
      'Stage: `extraction`, `indexing`, `done`, `failed` or `cancelled`. A retry continues after the last finished stage.',
  })
  stage!: string;

  @Field(() => Int, { description: 'Progress in percent, 0 to 100.' })
  progress!: number;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the file in the knowledge base; null until the file is searchable.',
  })
  documentId!: string | null;

  @Field(() => Int, { nullable: true, description: 'Number of chunks; null until the file is searchable.' })
  chunks!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of pages; null until they are extracted, or if the format has no pages.',
  })
  pages!: number | null;

  @Field(() => Int, { nullable: true, description: 'Number of pages whose text was recognised by OCR.' })
  ocrPages!: number | null;

  @Field(() => [String], { description: 'Messages about parts of the file that were not indexed.' })
  notes!: string[];
}

@ObjectType({ description: 'A page of jobs, newest first.', simpleResolvers: true })
export class FileProcessingJobPage extends createPageType(FileProcessingJob) {}

@InputType({ description: 'Filter of a list of jobs.' })
export class FileJobFilter {
  @Field(() => SourceStatusEnum, { nullable: true, description: 'Status. Omitted: any status.' })
  status?: SourceStatus | null;
}

@InputType({ description: 'An uploaded file to add to the knowledge base.' })
export class ProcessFileInput {
  @Field(() => String, { description: 'Object key that the upload returned.' })
  @Bounds({ filled: true, maxLength: KEY_LENGTH })
  fileKey!: string;

  @Field(() => String, {
    description: 'File name; its extension determines the format: pdf, docx, doc, txt, md or html.',
  })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  fileName!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Content type by which searches can be filtered, such as the MIME type. Default `file`.',
  })
  @Bounds({ maxLength: NAME_LENGTH })
  contentType?: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Free-form data, at most 64 kB. Its `title`, if present, becomes the title in the knowledge base.',
  })
  @Bounds({ maxJsonBytes: METADATA_BYTES })
  metadata?: Record<string, unknown> | null;

  @Field(() => AccessLevelEnum, {
    nullable: true,
    description:
      'Who can read the file, regardless of its folder. Default: the current access level, which is initially that of its folder.',
  })
  accessLevel?: AccessLevel | null;

  @RequiredSubscriptions()
  requiredSubscriptions?: string[] | null;
}
