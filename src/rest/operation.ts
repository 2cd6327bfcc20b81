import type { DocumentNode, GraphQLInputType, OperationDefinitionNode } from 'graphql';
import type { CacheTopic } from '../api/caching.ts';
import type { RequiredScope } from '../api/scope.ts';
import type { Bounds } from '../shared/bounds.ts';
import type { Violation } from '../shared/errors.ts';
import type { ExecuteEnvelope } from './output/compile-envelope.ts';

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An error of one operation, declared in its document. */
export interface DeclaredError {
  status: number;
  text: string;
}

/** Arguments of the `@rest` directive, which describes them, with defaults. */
export interface RestSettings {
  method: RestMethod;
  path: string;
  bodyLimit: number;
  missingKey: string;
  errorEnvelope: 'STANDARD' | 'ERROR_ONLY';
  idempotency: 'TRANSACTION' | 'RESERVATION' | 'NONE';
  streams: boolean;
  follows: boolean;
  selectsFields: boolean;
  errors: readonly DeclaredError[];
}

export interface OperationVariable {
  name: string;
  /** `form`: a field of a multipart form, text or file. */
  source: 'path' | 'query' | 'body' | 'form' | 'if-match';
  type: GraphQLInputType;
  /** The default in REST spelling; undefined if there is none. */
  defaultValue: unknown;
  /** The description in the document, otherwise that of the argument or input field in which the variable is used. */
  description: string | undefined;
  /** Bounds of the argument or input field in which the variable is used. */
  bounds: Bounds;
}

/** Raw input of a request for the variables. */
export interface RawInput {
  /** The header; undefined without it. */
  ifMatch?: string | undefined;
  path: Readonly<Record<string, string | undefined>>;
  /** The query parameters, repeated ones as arrays. */
  query: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed JSON; undefined without a body. */
  body: unknown;
  /** Fields of a multipart form: texts, and files as `UploadedFile`. */
  form?: Readonly<Record<string, unknown>>;
}

/** An operation on any surface: everything that does not depend on a request. */
export interface CompiledOperation {
  name: string;
  kind: 'query' | 'mutation';
  description: string | undefined;
  /** The operation and the fragments it uses. */
  document: DocumentNode;
  definition: OperationDefinitionNode;
  /** Names of the selected root fields. */
  rootFields: readonly string[];
  /** Scopes that the root fields require. */
  scopes: readonly RequiredScope[];
  /** Topics that the responses of a query depend on, besides its caller's rights; null if they may depend on anything. */
  topics: readonly CacheTopic[] | null;
  /** True if the operation reads a page of a list that depends on `topics`. */
  isPage: boolean;
  execute: ExecuteEnvelope;
  /**
   * The operation for a key without the scope `read`, which only gets the ids of what it writes. Null if such a key cannot
   * call it.
   */
  writeOnly: Pick<CompiledOperation, 'definition' | 'execute'> | null;
}

/** A validated and compiled operation document of REST. */
export interface RestOperation extends RestSettings, CompiledOperation {
  /** Relative to the folder of documents, with `/`. */
  file: string;
  /** The document's first folder; groups the operations of a feature. */
  tag: string;
  /** The body is a multipart form: one of the variables is a file. */
  takesForm: boolean;
  variables: readonly OperationVariable[];
  /** Variables for GraphQL; adds errors to `violations`, in the order of the variables. */
  readVariables(input: RawInput, violations: Violation[]): Record<string, unknown>;
  /** Names that the query parameter `fields` may select; null if there is no such parameter. */
  selectable: ReadonlySet<string> | null;
}
