import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { Bounds } from '../../../api/input-bounds.ts';
import { createEnum } from '../../../api/enum.ts';
import { partialInput } from '../../../api/input-of.ts';
import { DateTime } from '../../../api/scalars.ts';
import { Visible } from '../../../api/visible.ts';
import type { ModelProvider } from '../../../ports/language-model.ts';
import { textFormat } from '../../../shared/bounds.ts';
import { LABEL_LENGTH } from '../../../shared/checks.ts';
import { MODEL_PROBLEMS, type ModelProblem } from '../../../ports/model-failure.ts';

const PROVIDERS = [
  'openai-compatible',
  'openai',
  'anthropic',
  'google',
  'cohere',
] as const satisfies readonly ModelProvider[];

/** The format of a key, which an HTTP header can have. */
const API_KEY = textFormat(/^[\x21-\x7e]+$/, 1_000, 'must have 1 to 1,000 printable ASCII characters without spaces');
const MODEL_NAME = textFormat(/^[\x21-\x7e]*$/, LABEL_LENGTH, 'must have only printable ASCII characters, at most 200');
export const BASE_URL_LENGTH = 2_048;

export const ModelProviderEnum = createEnum(
  'ModelProvider',
  PROVIDERS,
  "Service of a language model. `openai_compatible`: any server with OpenAI's protocol, at a base URL.",
);

export const ModelProblemEnum = createEnum(
  'ModelProblem',
  MODEL_PROBLEMS,
  'Why a language model or reranker does not work: its service is not reachable at the base URL (unreachable), did not answer in time (timeout), is overloaded (overloaded) or failed (failed); it does not accept the API key, or the account lacks permission or credit (key_rejected); it does not know the model or the path of the base URL (unknown_model); it rejects the request for another reason (rejected); its answer is not one of this provider (invalid_answer); or the stored settings are no longer valid in this installation and must be set again (invalid_settings).',
);

@Visible('admin')
@ObjectType({
  description: 'A stored API key of a model service. The key itself cannot be read.',
  simpleResolvers: true,
})
export class SiteModelKey {
  @Field(() => String, { nullable: true, description: 'Its last four characters; null for a key of less than 16.' })
  lastFour!: string | null;

  @Field(() => DateTime, { description: 'When it was set.' })
  setAt!: string;
}

@Visible('admin')
@ObjectType({
  description: 'A language model that a site has chosen for its agent, called with its own API key.',
  simpleResolvers: true,
})
export class SiteModel {
  @Field(() => ModelProviderEnum, { description: 'The service.' })
  provider!: ModelProvider;

  @Field(() => String, {
    description: 'Name of the model that answers, as the service knows it, at most 200 characters.',
  })
  @Bounds({ filled: true, format: MODEL_NAME })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the model of the same service for personas of tier fast and for short tasks, such as finding the intent of a message. Null: as `name`.',
  })
  @Bounds({ format: MODEL_NAME })
  fastName!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Base URL of the API, such as `https://gateway.example.com/v1`, at most 2,048 characters: https and a public host, unless the deployment allows the host. Null: that of the provider. Needed with `openai_compatible`; `cohere` has none.',
  })
  @Bounds({ maxLength: BASE_URL_LENGTH })
  baseUrl!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the model can use tools. Null: known by its name.',
  })
  tools!: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Tokens of a prompt and its answer together, 1,000 to 10,000,000. Null: known by its name, and 8,192 with `openai_compatible`.',
  })
  @Bounds({ minimum: 1_000, maximum: 10_000_000 })
  contextTokens!: number | null;

  @Field(() => SiteModelKey, { nullable: true, description: 'The stored API key; null if there is none.' })
  key!: SiteModelKey | null;
}

@Visible('admin')
@ObjectType({
  description: "A reranker that a site has chosen for its searches, called with its own API key by Cohere's protocol.",
  simpleResolvers: true,
})
export class SiteReranker {
  @Field(() => String, {
    description: 'Name of the model, as the service knows it, at most 200 characters.',
  })
  @Bounds({ filled: true, format: MODEL_NAME })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Base URL of a server with Cohere's protocol, such as `https://gateway.example.com`, at most 2,048 characters: https and a public host, unless the deployment allows the host. Null: Cohere.",
  })
  @Bounds({ maxLength: BASE_URL_LENGTH })
  baseUrl!: string | null;

  @Field(() => SiteModelKey, { nullable: true, description: 'The stored API key; null if there is none.' })
  key!: SiteModelKey | null;
}

@InputType({
  description: "Changes to a site's reranker. Omitted fields keep their value; null restores the default.",
})
export class UpdateSiteRerankerInput extends partialInput(SiteReranker, { omit: ['key'] }) {
  @Field(() => String, {
    nullable: true,
    description:
      'API key, at most 1,000 characters; needed without `baseUrl`. It is stored encrypted and cannot be read; null removes it. Omitted: the stored one is kept, unless `baseUrl` changes: it is only sent where it was set for.',
  })
  @Bounds({ format: API_KEY })
  apiKey?: string | null;
}

@InputType({
  description: "Changes to a site's language model. Omitted fields keep their value; null restores the default.",
})
export class UpdateSiteModelInput extends partialInput(SiteModel, { omit: ['key'] }) {
  @Field(() => String, {
    nullable: true,
    description:
      'API key, at most 1,000 characters. It is stored encrypted and cannot be read; null removes it. Omitted: the stored one is kept, unless `provider` or `baseUrl` changes: it is only sent where it was set for.',
  })
  @Bounds({ format: API_KEY })
  apiKey?: string | null;
}

@Visible('admin')
@ObjectType({ description: 'What came of a short question to a language model or reranker.', simpleResolvers: true })
export class ModelCheck {
  @Field(() => String, { description: 'Name of the model.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether it has answered.' })
  works!: boolean;

  @Field(() => ModelProblemEnum, { nullable: true, description: 'Why not; null if it has.' })
  problem!: ModelProblem | null;

  @Field(() => Int, {
    nullable: true,
    description: 'HTTP status with which the service rejected the question, if it did.',
  })
  status!: number | null;
}
