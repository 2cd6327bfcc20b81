/**
 * The used parts of the SDK. Loading it blocks the event loop for 0.1 to 1 s, so it is loaded with the first token that
 * needs it.
 */
export type FirebaseLibrary = Awaited<ReturnType<typeof load>>;

let loading: Promise<FirebaseLibrary> | undefined;

export function loadFirebase(): Promise<FirebaseLibrary> {
  loading ??= load();
  return loading;
}

async function load() {
  const [{ initializeApp, deleteApp }, { getAuth }, { JWT }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
    import('google-auth-library'),
  ]);
  return { initializeApp, deleteApp, getAuth, ServiceAccountClient: JWT };
}
