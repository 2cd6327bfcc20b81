import { buildASTSchema, GraphQLSchema, isSpecifiedDirective, parse } from 'graphql';

/** Directives of the operation documents. The public schema does not contain them. */
const DIRECTIVES_SDL = /* GraphQL */ `
  "Makes the operation a route of the REST API."
  directive @rest(
    "GET needs a query; PUT, PATCH and DELETE need a mutation; POST takes either."
    method: RestMethod!
    "Below the prefix: \`/content/:id\`. Each \`:name\` is a variable of the operation."
    path: String!
    "Maximum size of the body in bytes."
    bodyLimit: Int! = 1048576
    "Error text of a call without an API key."
    missingKey: String! = "API key required"
    "Format of an error."
    errorEnvelope: RestErrorEnvelope! = STANDARD
    "How the header \`Idempotency-Key\` is handled. Default: TRANSACTION for a POST that is a mutation, otherwise NONE."
    idempotency: RestIdempotency
    "Whether \`Accept: text/event-stream\` returns server-sent events: progress events, then the envelope."
    streams: Boolean! = false
    "Whether \`Accept: text/event-stream\` repeats the operation from cursor to cursor, one event for each answer with data. It has variables \`since\` and \`wait\`, and its answer \`data\`, \`cursor\` and \`hasMore\`."
    follows: Boolean! = false
    "Whether the query parameter \`fields\` selects fields of \`data\`: of each item, if it is a list."
    selectsFields: Boolean! = false
    "Whether it has the errors of the access rule: 401 and 403, with a text for each access level."
    accessErrors: Boolean! = false
    "Errors of this operation, each as \`<status> <text>\`: \`409 Content with this externalId already exists\`."
    errors: [String!]! = []
  ) on QUERY | MUTATION

  "The JSON body is this input object. At most one variable, with POST, PUT or PATCH. Variables of the other methods that are not in the path come from the query string. With a variable of type Upload, the body is a multipart form, whose fields are the variables."
  directive @body on VARIABLE_DEFINITION

  "The revision that the header \`If-Match\` names. On one variable of type Int, of an operation that changes or deletes a resource."
  directive @ifMatch on VARIABLE_DEFINITION

  "Puts the fields of this root field's object into the envelope itself."
  directive @spread on FIELD

  "On a field: omits it when null. On a fragment: applies to each field directly in it."
  directive @omitNull on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT

  enum RestMethod {
    GET
    POST
    PUT
    PATCH
    DELETE
  }

  enum RestIdempotency {
    "Commits the operation, its response and the key together: for operations that only change the database."
    TRANSACTION
    "Commits the key first: for operations with external effects. An interrupted operation is not retried with that key."
    RESERVATION
    "Ignores the header."
    NONE
  }

  enum RestErrorEnvelope {
    "\`{success: false, error, ...extras}\`"
    STANDARD
    "\`{error}\` only."
    ERROR_ONLY
  }
`;

/** The schema with the directives for the validation of operation documents; they are executed on the original. */
export function addRestDirectives(schema: GraphQLSchema): GraphQLSchema {
  return addDirectives(schema, DIRECTIVES_SDL);
}

/** Keeps the types themselves: `extendSchema` would make all of them again. */
export function addDirectives(schema: GraphQLSchema, sdl: string): GraphQLSchema {
  const added = buildASTSchema(parse(sdl))
    .getDirectives()
    .filter((directive) => !isSpecifiedDirective(directive));
  const config = schema.toConfig();
  return new GraphQLSchema({ ...config, directives: [...config.directives, ...added] });
}
