import { Navigate } from '@tanstack/react-router';
import { setupToken } from '../../data/setup-token.ts';
import { NewAccount } from './new-account.tsx';

/** For who was signed in by the link alone: the account gets a name, an email address and a password. */
export default function FirstAccount() {
  const token = setupToken();
  return token === null ? <Navigate to="/" replace /> : <NewAccount token={token} />;
}
