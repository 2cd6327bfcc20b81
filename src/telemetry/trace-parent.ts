import type { IncomingHttpHeaders } from 'node:http';
import type { TraceIds } from '../shared/log/log-ids.ts';

/** The trace that a caller or a proxy has begun: `traceparent`, else Google's `X-Cloud-Trace-Context`. What reads as neither is ignored. */
export function readTraceParent(headers: IncomingHttpHeaders): TraceIds | undefined {
  const { traceparent, 'x-cloud-trace-context': googleContext } = headers;
  if (typeof traceparent === 'string') return readW3C(traceparent);
  return typeof googleContext === 'string' ? readGoogle(googleContext) : undefined;
}

/** `00-<trace>-<span>-<flags>`; later versions may add fields. */
function readW3C(text: string): TraceIds | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(text.trim()) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  return validIds(traceId, spanId, (Number.parseInt(flags, 16) & 1) === 1);
}

/** `<trace>/<span, as a decimal number>;o=<sampled>` */
function readGoogle(text: string): TraceIds | undefined {
  const [, traceId = '', span = '0', sampled] =
    /^([0-9a-f]{32})(?:\/(\d{1,20}))?(?:;o=([01]))?$/i.exec(text.trim()) ?? [];
  const spanId = BigInt(span).toString(16).padStart(16, '0');
  return validIds(traceId.toLowerCase(), spanId, sampled === '1');
}

function validIds(traceId: string, spanId: string, sampled: boolean): TraceIds | undefined {
  const isValid = traceId !== '' && !/^0+$/.test(traceId) && !/^0+$/.test(spanId) && spanId.length === 16;
  return isValid ? { traceId, spanId, sampled } : undefined;
}
