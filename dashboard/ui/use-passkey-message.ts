import { AuthError } from '../data/sign-in.ts';
import { useText } from '../text/language.tsx';
import { de } from './ui.de.ts';
import { en } from './ui.en.ts';

/** What an error of the browser or of the service about a passkey means to who sees it. */
export function usePasskeyMessage(): (error: Error) => string {
  const { passkey: text } = useText(en, de);
  return (error) => {
    if (error instanceof AuthError) return error.status === 429 ? text.tooMany : error.message;
    if (error.name === 'SecurityError') return text.address;
    if (error.name === 'InvalidStateError') return text.known;
    return error.name === 'NotAllowedError' ? text.cancelled : error.message;
  };
}
