import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { drainBody } from '../../src/http/server/drain.ts';

const LIMITS = { lingerMs: 1_000, maxBytes: 1_000 };

describe('draining an unread body', () => {
  let socket: Socket;
  let request: IncomingMessage;
  let response: EventEmitter;

  beforeEach(() => {
    vi.useFakeTimers();
    socket = new Socket();
    request = Object.assign(new Readable({ read: () => {} }), { socket, complete: false }) as never;
    response = Object.assign(new EventEmitter(), { shouldKeepAlive: true });
    drainBody(request, response as ServerResponse, LIMITS);
  });
  afterEach(() => {
    socket.destroy();
    vi.useRealTimers();
  });

  test('closes the connection after its time, and leaves no timer', async () => {
    response.emit('finish');
    await vi.advanceTimersByTimeAsync(900);
    expect(socket.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(300);
    expect(socket.destroyed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends with the body, and keeps the connection', async () => {
    response.emit('finish');
    await vi.advanceTimersByTimeAsync(500);
    Object.assign(request, { complete: true });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(socket.destroyed).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends with the body, and with it a connection whose last response it was', async () => {
    Object.assign(response, { shouldKeepAlive: false });
    drainBody(request, response as ServerResponse, LIMITS);
    response.emit('finish');
    await vi.advanceTimersByTimeAsync(500);
    expect(socket.destroyed).toBe(false);
    Object.assign(request, { complete: true });
    await vi.advanceTimersByTimeAsync(200);
    expect(socket.destroyed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('leaves no timer for a request that was closed before its response was sent', async () => {
    request.destroy();
    await vi.advanceTimersByTimeAsync(10);
    response.emit('finish');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(socket.destroyed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
