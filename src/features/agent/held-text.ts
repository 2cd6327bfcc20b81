import type { Listener } from './tool-loop.ts';

/**
 * Buffers text until it is certain that it is part of the answer, because an intent may replace the message.
 * @param isKept never rejects
 */
export function bufferText(listener: Listener, isKept: Promise<boolean>): Listener {
  let held = '';
  let kept: boolean | undefined;
  const decide = async (): Promise<void> => {
    kept = await isKept;
    if (kept && held !== '') listener.text(held);
    held = '';
  };
  void decide();
  return {
    text(text) {
      if (kept === undefined) held += text;
      else if (kept) listener.text(text);
    },
    toolCall: (call) => listener.toolCall(call),
  };
}
