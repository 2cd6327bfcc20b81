import { Alert, Button, List } from '@mantine/core';
import { RequestError } from '../data/request.ts';
import { signInAgain } from '../data/session-gate.ts';
import { useText } from '../text/language.tsx';
import { de } from './ui.de.ts';
import { en } from './ui.en.ts';

interface ProblemProps {
  error: Error | null;
  onRetry?: () => void;
}

/**
 * The errors of a request, each with the field it is about; of a form that somebody else has saved meanwhile, that it is
 * outdated. Nothing without an error.
 */
export function Problem({ error, onRetry }: ProblemProps) {
  const text = useText(en, de);
  if (!error) return null;
  if (error instanceof RequestError && error.isSignedOut) return <SignedOut />;
  const lines = linesOf(error, text.outdated);
  const isUnreachable = error instanceof RequestError && error.isUnreachable;
  return (
    <Alert color="red" title={isUnreachable ? text.unreachable : text.failed} role="alert">
      {isUnreachable && text.unreachableText}
      {!isUnreachable && (
        <List size="sm" listStyleType={lines.length > 1 ? 'disc' : 'none'}>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      {onRetry && (
        <Button size="xs" variant="default" mt="sm" onClick={onRetry}>
          {text.again}
        </Button>
      )}
    </Alert>
  );
}

/** Of who has closed the dialog that asks for it. */
function SignedOut() {
  const text = useText(en, de);
  return (
    <Alert color="red" title={text.signedOut} role="alert">
      <Button size="xs" variant="default" onClick={() => void signInAgain({ isDemanded: true })}>
        {text.signIn}
      </Button>
    </Alert>
  );
}

function linesOf(error: Error, outdated: string): string[] {
  if (!(error instanceof RequestError)) return [error.message];
  if (error.has('PRECONDITION_FAILED')) return [outdated];
  const lines = error.errors.flatMap(({ message, details }) =>
    details.length > 0 ? details.map((detail) => detail.message) : [message],
  );
  return [...new Set(lines)];
}
