/** Room for the largest proper answers: 96 vectors as JSON, or an answer whose citations repeat their documents. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Fetches like `fetch`, but fails an answer that is larger than `mostBytes` as soon as it is. */
export function boundedFetch(mostBytes = MOST_BYTES): typeof fetch {
  return async (target, init) => {
    const response = await fetch(target, init);
    if (!response.body) return response;
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
    const bounded = response.body.pipeThrough(byteLimit(mostBytes));
    return new Response(isStream ? bounded.pipeThrough(withoutTerminator()) : bounded, response);
  };
}

function byteLimit(most: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > most) throw new RangeError(`An answer of more than ${most} bytes`);
      controller.enqueue(chunk);
    },
  });
}

const TERMINATOR = '[DONE]';

/**
 * The client takes any line that holds `[DONE]` for the end of the stream, also in the midst of an answer that speaks of it.
 * Within JSON, where it is always part of a string, it is the same text when one letter is written as an escape. The
 * terminator itself is left out: at it the client would drop the connection instead of reading on to its end.
 */
function withoutTerminator(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let line = '';
  return new TransformStream({
    transform(chunk, controller) {
      const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n');
      // Joined, not searched: a line that never ends would be gone through again with every chunk.
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
