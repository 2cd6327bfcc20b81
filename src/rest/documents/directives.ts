import { extendSchema, parse, type GraphQLSchema } from 'graphql';

/** The directives that only operation documents know. The public schema never carries them. */
const DIRECTIVES_SDL = /* GraphQL */ `
  "Makes the operation a route of the REST API."
  directive @rest(
    "GET needs a query; PUT, PATCH and DELETE need a mutation; POST takes either."
    method: RestMethod!
    "Below the prefix: \`/content/:id\`. Each \`:name\` is a variable of the operation."
    path: String!
    "The scope an API key needs. Without it: READ for a query, WRITE for a mutation."
    scope: RestScope
    "The largest body in bytes."
    bodyLimit: Int! = 1048576
    "How an error is written."
    errorEnvelope: RestErrorEnvelope! = STANDARD
    "How a repetition under the same \`Idempotency-Key\` is answered. Without it: TRANSACTION for a POST that is a mutation, else NONE."
    idempotency: RestIdempotency
    "With \`Accept: text/event-stream\` the answer comes as server-sent events: progress as it is made, at last the envelope."
    streams: Boolean! = false
    "What the operation's own rules may answer, as \`<status> <text>\`: \`409 Content with this externalId already exists\`."
    errors: [String!]! = []
  ) on QUERY | MUTATION

  "The JSON body is this input object. At most one variable, with POST, PUT or PATCH. Variables of the other methods that are not in the path come from the query string. With a variable of type Upload, the body is a multipart form, whose fields are the variables."
  directive @body on VARIABLE_DEFINITION

  "The fields of this root field's object stand in the envelope itself."
  directive @spread on FIELD

  "On a field: it is left out when null. On a fragment: that goes for each field directly in it."
  directive @omitNull on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT

  enum RestMethod {
    GET
    POST
    PUT
    PATCH
    DELETE
  }

  enum RestScope {
    READ
    WRITE
  }

  enum RestIdempotency {
    "The operation, its answer and the key are committed together: for work that is all in the database."
    TRANSACTION
    "The key is committed first: for work that has effects elsewhere. Interrupted, it is not tried again under that key."
    RESERVATION
    "The header is ignored."
    NONE
  }

  enum RestErrorEnvelope {
    "\`{success: false, error, ...extras}\`"
    STANDARD
    "\`{error}\` and nothing else."
    ERROR_ONLY
  }
`;

/** A copy of the schema against which operation documents are validated; they run on the original. */
export function withRestDirectives(schema: GraphQLSchema): GraphQLSchema {
  return extendSchema(schema, parse(DIRECTIVES_SDL));
}
