import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Types of DNS records. */
const A = 1;
const AAAA = 28;
const NO_SUCH_NAME = 3;

export interface NameServer {
  /** `address:port` */
  address: string;
  /** Every question, as `type name`. */
  questions: string[];
  close(): void;
}

/** A name server that knows the given addresses; null: it never answers for that name. */
export async function startNameServer(zone: Readonly<Record<string, readonly string[] | null>>): Promise<NameServer> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (query, client) => {
    const { name, type, end } = questionOf(query);
    questions.push(`${type === AAAA ? 'AAAA' : 'A'} ${name}`);
    const addresses = zone[name];
    if (addresses === null) return;
    const fitting = (addresses ?? []).filter((address) => address.includes(':') === (type === AAAA));
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (addresses ? 0 : NO_SUCH_NAME), 2);
    header.writeUInt16BE(fitting.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(
      Buffer.concat([header, query.subarray(12, end), ...fitting.map((each) => record(type, each))]),
      client.port,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, questions, close: () => void socket.close() };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** An answer to the question's name, good for no time at all. IPv6 addresses are to be written in full. */
function record(type: number, address: string): Buffer {
  const bytes =
    type === A ? Buffer.from(address.split('.').map(Number)) : Buffer.from(address.replaceAll(':', ''), 'hex');
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}
