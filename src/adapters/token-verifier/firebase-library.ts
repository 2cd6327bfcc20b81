/** What is used of the SDK. Loading it costs 0.1 to 1 s of the one thread: only for the first token that needs it. */
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
