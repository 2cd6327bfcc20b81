import type { DocumentNode, GraphQLInputType, OperationDefinitionNode } from 'graphql';
import type { Bounds } from '../shared/bounds.ts';
import type { Fault } from '../shared/errors.ts';
import type { Idempotency } from './idempotency.ts';
import type { AnswerPlan } from './output/answer-plan.ts';

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An answer that the rules of one operation may give, as its document declares it. */
export interface DeclaredError {
  status: number;
  text: string;
}

/** What the `@rest` directive of a document says, defaults filled in. */
export interface RestSettings {
  method: RestMethod;
  /** Below the prefix, with `:name` for path variables. */
  path: string;
  /** The scope that an API key needs. */
  scope: 'read' | 'write';
  /** The largest body, bytes. */
  bodyLimit: number;
  errorEnvelope: 'standard' | 'errorOnly';
  idempotency: Idempotency;
  /** Whether a caller may have the answer as server-sent events. */
  streams: boolean;
  errors: readonly DeclaredError[];
}

export interface OperationVariable {
  name: string;
  /** `form`: a field of a multipart form, text or file. */
  source: 'path' | 'query' | 'body' | 'form';
  type: GraphQLInputType;
  /** The default as the REST API spells it; undefined where there is none. */
  defaultValue: unknown;
  /** From the document, else from the argument or input field that the variable fills. */
  description: string | undefined;
  /** Of the argument or input field that the variable fills. */
  bounds: Bounds;
}

/** What a request brings for the variables. */
export interface RawInput {
  path: Readonly<Record<string, string | undefined>>;
  /** Repeated parameters as arrays. */
  query: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed JSON; undefined when there was none. */
  body: unknown;
  /** Fields of a multipart form: texts, and files as `UploadedFile`. */
  form?: Readonly<Record<string, unknown>>;
}

/** One operation document, checked and compiled: everything that does not depend on a request. */
export interface RestOperation extends RestSettings {
  name: string;
  kind: 'query' | 'mutation';
  /** Relative to the folder of documents, with `/`. */
  file: string;
  /** The document's first folder; groups the operations of a feature. */
  tag: string;
  description: string | undefined;
  /** The operation and the fragments it uses. */
  document: DocumentNode;
  definition: OperationDefinitionNode;
  /** The body is a multipart form: one of the variables is a file. */
  takesForm: boolean;
  /** Names of the schema's root fields that it selects. */
  rootFields: readonly string[];
  variables: readonly OperationVariable[];
  /** Variables as GraphQL takes them; adds what is wrong to `faults`, in the order of the variables. */
  readVariables(input: RawInput, faults: Fault[]): Record<string, unknown>;
  answer: AnswerPlan;
  /** What runs instead for a key without the scope `read`: of a write it gets ids. Null: such a key may not call it. */
  withoutRead: Pick<RestOperation, 'document' | 'definition' | 'answer'> | null;
}
