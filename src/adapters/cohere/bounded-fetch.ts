/** Enough for the largest valid responses: 96 vectors as JSON, or an answer whose citations repeat their documents. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Creates a `fetch` that fails as soon as a response exceeds `maxBytes`. */
export function boundedFetch(maxBytes = MAX_BYTES): typeof fetch {
  return async (target, init) => {
    const response = await fetch(target, init);
    if (!response.body) return response;
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
    const bounded = response.body.pipeThrough(byteLimit(maxBytes));
    return new Response(isStream ? bounded.pipeThrough(withoutTerminator()) : bounded, response);
  };
}

function byteLimit(max: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > max) throw new RangeError(`The response exceeds ${max} bytes`);
      controller.enqueue(chunk);
    },
  });
}

const TERMINATOR = '[DONE]';

/**
 * The client treats any line that contains `[DONE]` as the end of the stream, even inside an answer. One letter is
 * therefore written as a JSON escape, which is the same text. The terminator itself is removed, because the client
 * would close the connection at it instead of reading to the end.
 */
function withoutTerminator(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let line = '';
  return new TransformStream({
    transform(chunk, controller) {
      const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n');
      // Collected and joined, because searching a line without an end again for every chunk would be quadratic.
      line += first;
      const last = more.pop();
      if (last === undefined) return;
      const lines = [line, ...more];
      line = last;
      controller.enqueue(encoder.encode(lines.map((each) => `${harmless(each)}\n`).join('')));
    },
    flush(controller) {
      if (line !== '') controller.enqueue(encoder.encode(harmless(line)));
    },
  });
}

function harmless(line: string): string {
  if (!line.includes(TERMINATOR)) return line;
  return /^data:\s*\{/.test(line) ? line.replaceAll(TERMINATOR, String.raw`[DON\u0045]`) : '';
}
