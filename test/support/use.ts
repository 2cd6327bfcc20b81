import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

type Close<T> = (opened: T) => unknown;

/**
 * Opens what the tests around need before the first of them, and closes it after the last one: by `close`, or else by its
 * own `stop` or `close`. Read it in tests and hooks only.
 */
export function use<T extends object>(open: () => Promise<T>, close: Close<T> = stop): T {
  const opened = new Opened<T>();
  beforeAll(() => opened.open(open));
  afterAll(() => opened.close(close));
  return opened.reference;
}

/** Opens one for each test and closes it after the test. */
export function useForEach<T extends object>(open: () => Promise<T>, close: Close<T> = stop): T {
  const opened = new Opened<T>();
  beforeEach(() => opened.open(open));
  afterEach(() => opened.close(close));
  return opened.reference;
}

/** What is opened later, and a reference to it that is there at once. */
export class Opened<T extends object> {
  readonly reference: T;
  private value: T | undefined;

  constructor() {
    this.reference = new Proxy({} as T, {
      get: (_, key) => {
        const value: unknown = Reflect.get(this.current, key);
        return typeof value === 'function' ? (value.bind(this.current) as unknown) : value;
      },
      set: (_, key, value) => Reflect.set(this.current, key, value),
      has: (_, key) => Reflect.has(this.current, key),
    });
  }

  async open(open: () => Promise<T>): Promise<void> {
    this.value = await open();
  }

  /** Does nothing when it could not be opened. */
  async close(close: Close<T>): Promise<void> {
    const { value } = this;
    this.value = undefined;
    if (value) await close(value);
  }

  private get current(): T {
    if (!this.value) throw new Error('Read in a test or a hook: before the first test it is not opened yet');
    return this.value;
  }
}

function stop(opened: { stop?: () => unknown; close?: () => unknown }): unknown {
  return opened.stop ? opened.stop() : opened.close?.();
}
