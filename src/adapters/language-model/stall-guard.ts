/** Aborts `silence` if something that is waited for `within` the guard takes longer than the time. */
export function stallGuard(stallMs: number) {
  const silence = new AbortController();
  const within = async <T>(pending: PromiseLike<T>): Promise<T> => {
    const timer = setTimeout(() => silence.abort(new Error('The stream stalled')), stallMs);
    return Promise.resolve(pending).finally(() => clearTimeout(timer));
  };
  return { silence, within };
}
