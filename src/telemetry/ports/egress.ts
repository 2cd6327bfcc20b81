import { SpanKind } from '@opentelemetry/api';
import type { Egress } from '../../ports/egress.ts';
import { observe } from '../record.ts';
import { overlaid } from '../../shared/overlaid.ts';

/** Records calls with their host, but no other part of the URL. */
export function observedEgress(egress: Egress): Egress {
  return overlaid(egress, {
    fetch: (request) => {
      // As a metric's the host would make a series of every tool of every site.
      const about = { 'http.request.method': request.method };
      const host = URL.canParse(request.url) ? { 'server.address': new URL(request.url).hostname } : {};
      return observe(
        request.method,
        {
          kind: SpanKind.CLIENT,
          attributes: { ...about, ...host },
          metrics: { 'http.client.request.duration': about },
        },
        async (_span, labels) => {
          const answer = await egress.fetch(request);
          labels['http.response.status_code'] = answer.status;
          return answer;
        },
      );
    },
  });
}
