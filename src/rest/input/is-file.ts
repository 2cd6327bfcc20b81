import { type GraphQLInputType, getNullableType, isScalarType } from 'graphql';

/** The scalar of uploaded files: an operation with such a variable accepts a multipart form. */
export function isFile(type: GraphQLInputType): boolean {
  const nullable = getNullableType(type);
  return isScalarType(nullable) && nullable.name === 'Upload';
}
