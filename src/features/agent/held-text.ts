import type { Listener } from './tool-loop.ts';

/**
 * Holds text back until it is certain that it will be part of the answer, as an intent may put another message in its
 * place. @param isKept never rejects
 */
export function holdText(listener: Listener, isKept: Promise<boolean>): Listener {
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
