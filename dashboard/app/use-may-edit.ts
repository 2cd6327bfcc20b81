import { useRights } from './use-rights.ts';

/** Whether the user may change what the site of this page contains. */
export function useMayEdit(): boolean {
  return useRights().mayEdit;
}
