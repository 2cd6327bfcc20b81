import { integer, variable } from './variable.ts';

export interface IngressConfig {
  /** Requests without an API key, per minute and address. */
  keylessPerMinute: number;
  /** Concurrent requests in this process. */
  requests: { total: number; perSite: number; perAddress: number };
  connections: { total: number; perAddress: number };
  /** Memory for request bodies that are buffered. */
  bodyMemoryBytes: number;
  /** How long a body may arrive below the minimum rate. */
  slowBodySeconds: number;
}

const DEFAULTS: IngressConfig = {
  keylessPerMinute: 120,
  requests: { total: 1_024, perSite: 256, perAddress: 128 },
  connections: { total: 4_096, perAddress: 512 },
  bodyMemoryBytes: 64 * 1024 * 1024,
  slowBodySeconds: 20,
};

const MAX_COUNT = 1_000_000;

export const INGRESS_VARIABLES = {
  RATE_LIMIT_KEYLESS_PER_MINUTE: variable(
    'Requests per minute and address without an API key, such as introspection.',
    String(DEFAULTS.keylessPerMinute),
    integer(1, MAX_COUNT),
  ),
  MAX_REQUESTS: variable(
    'Maximum number of concurrent requests per process; further ones get 503.',
    String(DEFAULTS.requests.total),
    integer(1, MAX_COUNT),
  ),
  MAX_REQUESTS_PER_SITE: variable(
    'Maximum number of concurrent requests per site and process; further ones get 429.',
    String(DEFAULTS.requests.perSite),
    integer(1, MAX_COUNT),
  ),
  MAX_REQUESTS_PER_ADDRESS: variable(
    'Of these, requests without a key from one address; 429 beyond.',
    String(DEFAULTS.requests.perAddress),
    integer(1, MAX_COUNT),
  ),
  MAX_CONNECTIONS: variable(
    'Maximum number of open connections per process.',
    String(DEFAULTS.connections.total),
    integer(1, MAX_COUNT),
  ),
  MAX_CONNECTIONS_PER_ADDRESS: variable(
    'Of these, connections from one address; not counted with TRUST_PROXY, where all come from the proxy.',
    String(DEFAULTS.connections.perAddress),
    integer(1, MAX_COUNT),
  ),
  BODY_MEMORY_MB: variable(
    'Maximum MB of large request bodies in memory per process; further ones wait, then get 503.',
    String(DEFAULTS.bodyMemoryBytes / 2 ** 20),
    integer(24, MAX_COUNT),
  ),
  SLOW_BODY_SECONDS: variable(
    'How long a request body may arrive at less than 1 kB per second before it is rejected with 408.',
    String(DEFAULTS.slowBodySeconds),
    integer(1, 3_600),
  ),
};

export function readIngress(read: (name: keyof typeof INGRESS_VARIABLES) => number | undefined): IngressConfig {
  const { requests, connections } = DEFAULTS;
  const megabytes = read('BODY_MEMORY_MB');
  return {
    keylessPerMinute: read('RATE_LIMIT_KEYLESS_PER_MINUTE') ?? DEFAULTS.keylessPerMinute,
    requests: {
      total: read('MAX_REQUESTS') ?? requests.total,
      perSite: read('MAX_REQUESTS_PER_SITE') ?? requests.perSite,
      perAddress: read('MAX_REQUESTS_PER_ADDRESS') ?? requests.perAddress,
    },
    connections: {
      total: read('MAX_CONNECTIONS') ?? connections.total,
      perAddress: read('MAX_CONNECTIONS_PER_ADDRESS') ?? connections.perAddress,
    },
    bodyMemoryBytes: megabytes === undefined ? DEFAULTS.bodyMemoryBytes : megabytes * 2 ** 20,
    slowBodySeconds: read('SLOW_BODY_SECONDS') ?? DEFAULTS.slowBodySeconds,
  };
}
