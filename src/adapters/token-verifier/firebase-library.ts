import { openOnce } from '../../shared/once.ts';

/**
 * The used parts of the SDK. Loading it blocks the event loop for 0.1 to 1 s, so it is loaded with the first token that
 * needs it.
 */
export const loadFirebase = openOnce(async () => {
  const [{ initializeApp, deleteApp }, { getAuth }, { JWT }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
    import('google-auth-library'),
  ]);
  return { initializeApp, deleteApp, getAuth, ServiceAccountClient: JWT };
});

export type FirebaseLibrary = Awaited<ReturnType<typeof loadFirebase>>;
