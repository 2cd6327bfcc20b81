/** Weight of the vectors in a hybrid search, 0..1, by the vector of the query: it may be of several kinds. */
export type VectorWeight = (query: Float32Array) => number;

/** Lexical vectors add little to keywords. With less than 0.1 they add nothing, with more than 0.3 they displace hits. */
export const LEXICAL_WEIGHT = 0.2;
/** Where the configuration gives none. */
export const DEFAULT_VECTOR_WEIGHT: VectorWeight = () => LEXICAL_WEIGHT;
