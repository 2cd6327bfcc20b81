import { GraphQLError, GraphQLScalarType } from 'graphql';
import { SentFile } from '../shared/http/uploaded-file.ts';

/** A file of a multipart request; the resolver gets a `SentFile`. */
export const Upload = new GraphQLScalarType<SentFile, never>({
  name: 'Upload',
  description: 'A file in a multipart request, following the GraphQL multipart request specification.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  extensions: { jsonSchema: { type: 'string', format: 'binary' } },
  parseValue(value: unknown) {
    if (value instanceof SentFile) return value;
    throw new GraphQLError('must be a file of a multipart request');
  },
  parseLiteral() {
    throw new GraphQLError('must be a file of a multipart request');
  },
  serialize() {
    throw new GraphQLError('Upload is an input type only');
  },
});
