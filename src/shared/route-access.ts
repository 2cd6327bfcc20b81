/** What a request must bring for its route, checked before a byte of its body is read. */
export type RouteAccess =
  /** An API key; some operations take the admin key instead. */
  | 'key'
  /** The same, but a caller without any may ask a little: few requests, each of a few kB. */
  | 'optional key'
  /** A URL that the service has signed. */
  | 'signed url'
  /** A token of the service account that delivers jobs. */
  | 'service token'
  /** Nothing, and it is answered however busy the service is: for what watches over it. */
  | 'probe'
  /** Nothing: what everybody may have, and without a body. */
  | 'nothing';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route says it, else the service does not start; unset where no route took the request. */
    access?: RouteAccess;
    /** Bodies of these content types are handled as they arrive: never held in memory, and longer than others on their way. */
    longBody?: RegExp;
  }
}
