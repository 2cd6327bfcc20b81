import { describe, expect, test } from 'vitest';
import { readTraceParent } from '../../src/telemetry/trace-parent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('a traceparent', () => {
  test.each([
    ['sampled', `00-${TRACE}-${SPAN}-01`, true],
    ['not sampled', `00-${TRACE}-${SPAN}-00`, false],
    ['of a later version, with more fields', `cc-${TRACE}-${SPAN}-01-what-is-to-come`, true],
    ['with further flags', `00-${TRACE}-${SPAN}-03`, true],
  ])('is read: %s', (_case, traceparent, sampled) => {
    expect(readTraceParent({ traceparent })).toEqual({ traceId: TRACE, spanId: SPAN, sampled });
  });

  test.each([
    ['empty', ''],
    ['of the forbidden version', `ff-${TRACE}-${SPAN}-01`],
    ['of version 00 with more fields', `00-${TRACE}-${SPAN}-01-more`],
    ['in upper case', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['of no trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['of no span', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['too short', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['with a line of its own', `00-${TRACE}-${SPAN}-01\nx`],
  ])('is ignored: %s', (_case, traceparent) => {
    expect(readTraceParent({ traceparent })).toBeUndefined();
  });

  test('counts before Google’s header, also where it cannot be read', () => {
    const google = { 'x-cloud-trace-context': `${TRACE}/1;o=1` };
    expect(readTraceParent({ traceparent: `00-${TRACE}-${SPAN}-00`, ...google })?.spanId).toBe(SPAN);
    expect(readTraceParent({ traceparent: 'nonsense', ...google })).toBeUndefined();
  });
});

describe('X-Cloud-Trace-Context', () => {
  test.each([
    [`${TRACE}/67667974448284343;o=1`, { traceId: TRACE, spanId: SPAN, sampled: true }],
    [`${TRACE.toUpperCase()}/67667974448284343`, { traceId: TRACE, spanId: SPAN, sampled: false }],
    [`${TRACE}/67667974448284343;o=0`, { traceId: TRACE, spanId: SPAN, sampled: false }],
    [`${TRACE}/99999999999999999999;o=1`, undefined],
    [`${TRACE};o=1`, undefined],
    ['nonsense', undefined],
  ])('%s', (text, expected) => {
    expect(readTraceParent({ 'x-cloud-trace-context': text })).toEqual(expected);
  });
});
