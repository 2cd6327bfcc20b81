import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import { useSiteId } from '../app/use-site-id.ts';
import { sessionQuery } from '../data/session.ts';
import { UnsavedForm } from '../data/unsaved/unsaved-form.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

/**
 * What is typed into a form is kept on this device until it is saved: give it to the mutation that saves the form, to its
 * values (`useValues`, otherwise `useUnsavedValues`) and to `<Form>`, which offers what an earlier one has left.
 * @param kind such as `persona`
 * @param id of what is edited; without it one form of the site
 */
export function useUnsaved(kind: string, id = ''): UnsavedForm {
  const site = useSiteId();
  return useMemo(() => new UnsavedForm({ site, kind, id }), [site, kind, id]);
}

interface UnsavedValues {
  /** Those that are stored; the same object until the form begins anew. */
  initial: object;
  values: object;
  /** The revision of what is edited. */
  base?: string | number | undefined;
  /** Names of values that are never kept: passwords, keys, headers. */
  secrets?: readonly string[] | undefined;
}

const NO_SECRETS: readonly string[] = [];

/** Keeps the values of a form while they are changed, and asks before it is left with changes. */
export function useUnsavedValues(
  unsaved: UnsavedForm,
  { initial, values, base = '', secrets = NO_SECRETS }: UnsavedValues,
): void {
  const user = useQuery({ ...sessionQuery, enabled: false }).data?.id;
  // Before an event can ask whether something would be lost.
  useLayoutEffect(() => unsaved.track(values, { initial, base: String(base), secrets }));
  useEffect(() => {
    if (user !== undefined) unsaved.open(user);
  }, [unsaved, user]);
  useEffect(() => unsaved.show(), [unsaved]);
  useLeaveGuard(unsaved);
}
