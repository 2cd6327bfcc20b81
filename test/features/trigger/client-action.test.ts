import 'reflect-metadata';
import { describe, expect, test } from 'vitest';
import { type ClientActionType, checkAction } from '../../../src/features/trigger/client-action.ts';
import { ClientActionInput } from '../../../src/features/trigger/trigger.types.ts';
import { checkInput } from '../../../src/api/input-bounds.ts';
import { Checks } from '../../../src/shared/checks.ts';
import { ServiceError } from '../../../src/shared/errors.ts';

function faultOf(type: ClientActionType, payload: Record<string, unknown>): string | null {
  const checks = new Checks();
  checkAction(checks, 'action', { type, payload });
  return faultIn(checks);
}

function boundFaultOf(payload: Record<string, unknown>): string | null {
  return faultIn(checkInput(ClientActionInput, { type: 'custom', payload }));
}

function faultIn(checks: Checks): string | null {
  try {
    checks.throwIfInvalid();
    return null;
  } catch (error) {
    return error instanceof ServiceError ? error.message : String(error);
  }
}

const MAIN: [ClientActionType, string, string][] = [
  ['navigate', 'route', '/products'],
  ['open_url', 'url', 'https://example.org/'],
  ['open_content', 'contentId', 'article-7'],
  ['play_video', 'videoId', 'v1'],
  ['show_product', 'productId', 'p1'],
  ['add_to_cart', 'productId', 'p1'],
  ['open_modal', 'modalId', 'm1'],
  ['trigger_event', 'eventName', 'cart-opened'],
];

describe('The payload of an action', () => {
  test.each(MAIN)('%s must have %s, and may have anything else', (type, main, value) => {
    expect(faultOf(type, { [main]: value })).toBeNull();
    expect(faultOf(type, { [main]: value, params: { a: [1] }, timestamp: 12.5, quantity: 2, other: null })).toBeNull();
    for (const missing of [{}, { [main]: null }, { [main]: '' }, { [main]: '  ' }, { other: value }]) {
      expect(faultOf(type, missing)).toBe(`action.payload.${main} is required`);
    }
    expect(faultOf(type, { [main]: true })).toBe(`action.payload.${main} must be a string`);
    expect(faultOf(type, { [main]: '/'.repeat(2_049) })).toBe(
      `action.payload.${main} must have at most 2048 characters`,
    );
  });

  test('may name ids of other systems by number, but no route, URL or event', () => {
    for (const [type, main] of MAIN) {
      const fault = main.endsWith('Id') ? null : `action.payload.${main} must be a string`;
      expect(faultOf(type, { [main]: 4711 })).toBe(fault);
    }
  });

  test('of type custom is the client’s own', () => {
    expect(faultOf('custom', {})).toBeNull();
    expect(faultOf('custom', { customType: 'confetti', customData: { colours: 3 } })).toBeNull();
  });

  test('is at most 16 kB, 20 deep, and of characters that can be stored', () => {
    expect(boundFaultOf({ text: 'x'.repeat(17_000) })).toBe('payload must have at most 16 kB as JSON');
    const deep = Array.from({ length: 25 }).reduce<Record<string, unknown>>((inner) => ({ inner }), {});
    expect(boundFaultOf(deep)).toBe('payload must be nested at most 20 deep');
    expect(boundFaultOf({ text: '\0' })).toContain('U+0000');
  });
});

describe('open_url', () => {
  test.each([
    'http://example.org',
    'HTTPS://example.org/a?b#c',
    'https://müller.example/',
    'https://[2001:db8::1]:8443/',
  ])('takes %s', (url) => expect(faultOf('open_url', { url })).toBeNull());

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://example.org',
    'mailto:a@example.org',
    'vbscript:x',
    'blob:https://a/b',
    'example.org',
    '/path',
    '//example.org',
    'https://',
    'https:// ',
    'http://exa mple.org',
  ])('rejects %j', (url) =>
    expect(faultOf('open_url', { url })).toBe('action.payload.url must be an http or https URL'),
  );
});

describe('navigate', () => {
  test.each([
    '/',
    '/products/42?tab=a#b',
    'products/42',
    'ProductDetail',
    '?page=2',
    '#top',
    './a',
    '../a',
    '/a//b',
    '/product/:id',
    '/search/a:b',
    '/?next=https://example.org',
    '/@user',
    'straße',
    '/a\\b',
  ])('takes the route %s', (route) => expect(faultOf('navigate', { route })).toBeNull());

  test.each([
    'https://evil.example',
    'HTTP://evil.example',
    'http:evil.example',
    'https:evil.example',
    'https:/evil.example',
    '//evil.example',
    '///evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '\\/evil.example',
    ' //evil.example',
    '/\t/evil.example',
    '\n//evil.example',
    '/\n\\evil.example',
    '\u0001//evil.example',
    '\u0000\\\\evil.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'myapp://a',
    '//one.invalid/a',
    '//two.invalid/a',
    'http://one.invalid/a',
    '//',
    'http://',
  ])('rejects the foreign address %j', (route) => expect(faultOf('navigate', { route })).toContain('action.payload'));
});
