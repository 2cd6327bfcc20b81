export interface ServerSentEvent {
  event: string;
  data: string;
}

/** The events of a stream; comments and other fields are left out. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent, void, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of body) {
    rest += decoder.decode(part, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = fieldOf(block, 'event');
      if (event !== '') yield { event, data: fieldOf(block, 'data') };
    }
  }
}

/** The service sends each field in one line, with one space after the colon. */
function fieldOf(block: string, name: string): string {
  const line = block.split('\n').find((one) => one.startsWith(`${name}: `));
  return line?.slice(name.length + 2) ?? '';
}
