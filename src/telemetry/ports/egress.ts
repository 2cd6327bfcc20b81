import { SpanKind } from '@opentelemetry/api';
import type { Egress } from '../../ports/egress.ts';
import { type ObserveOptions, observe } from '../record.ts';
import { withOverrides } from '../../shared/with-overrides.ts';

/** Records calls with their host, but no other part of the URL. */
export function observedEgress(egress: Egress): Egress {
  return withOverrides(egress, {
    fetch: (request) =>
      observe(request.method, describeRequest(request), async (_span, labels) => {
        const answer = await egress.fetch(request);
        labels['http.response.status_code'] = answer.status;
        return answer;
      }),
    download: (request, receive) =>
      observe('GET', describeRequest({ ...request, method: 'GET' }), (_span, labels) =>
        egress.download(request, (answer) => {
          labels['http.response.status_code'] = answer.status;
          return receive(answer);
        }),
      ),
  });
}

function describeRequest({ method, url }: { method: string; url: string }): ObserveOptions {
  // As a metric's the host would make a series of every tool of every site.
  const metricAttributes = { 'http.request.method': method };
  const host = URL.canParse(url) ? { 'server.address': new URL(url).hostname } : {};
  return {
    kind: SpanKind.CLIENT,
    attributes: { ...metricAttributes, ...host },
    metrics: { 'http.client.request.duration': metricAttributes },
  };
}
