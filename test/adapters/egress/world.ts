import { connect as connectTcp } from 'node:net';
import { createHttpEgress } from '../../../src/adapters/egress/http-egress.ts';
import type { Egress } from '../../../src/ports/egress.ts';

/** The addresses of each name, per look-up in turn; the last ones stay. */
export type Zone = Readonly<Record<string, readonly (readonly string[])[]>>;

/** An internet of a test: names by a zone, and public addresses all served by one local port. */
export interface World {
  egress: Egress;
  lookups: string[];
  /** Every address a connection was begun to, as `address:port`. */
  dialled: string[];
}

/** @param servedBy the local port behind every public address; private ones are dialled as they are */
export function createWorld(zone: Zone, options: { servedBy: number; allowHosts?: readonly string[] }): World {
  const lookups: string[] = [];
  const dialled: string[] = [];
  const egress = createHttpEgress({
    allowHosts: options.allowHosts ?? [],
    resolve: async (host) => {
      const answers = zone[host] ?? [];
      const turn = lookups.filter((name) => name === host).length;
      lookups.push(host);
      return answers[Math.min(turn, answers.length - 1)] ?? [];
    },
    connect: (address, port) => {
      dialled.push(`${address}:${port}`);
      const isLocal = /^(127\.|::1$)/.test(address);
      return connectTcp(isLocal ? { host: address, port } : { host: '127.0.0.1', port: options.servedBy });
    },
  });
  return { egress, lookups, dialled };
}
