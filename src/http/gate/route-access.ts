/** Credentials that a route requires, checked before its body is read. */
export type RouteAccess =
  /** An API key; some operations accept the admin key instead. */
  | 'key'
  /** The same, but callers without a key are allowed a few small requests. */
  | 'optional key'
  /** A URL that the service has signed. */
  | 'signed url'
  /** A token of the service account that delivers jobs. */
  | 'service token'
  /** None, and always answered: for health checks. */
  | 'probe'
  /** None: public resources, without a body. */
  | 'nothing';

export function acceptsKey(access: RouteAccess | undefined): boolean {
  return access === 'key' || access === 'optional key';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route must set it, otherwise the service does not start; unset for unknown routes. */
    access?: RouteAccess;
    /** Bodies of these content types are streamed: not buffered, and with a longer time limit. */
    longBody?: RegExp;
    /** Format of its errors, where it is not that of REST. */
    errorFormat?: 'graphql';
  }
}
