import type { VideoAnalyzer } from '../../ports/video-analyzer.ts';
import { overlaid } from '../../shared/overlaid.ts';
import { aboutCall, callOptions, recordUsage } from '../model-calls.ts';
import { observe } from '../record.ts';

/** Records analyses and their token usage, without texts. */
export function observedAnalyzer(analyzer: VideoAnalyzer, provider: string): VideoAnalyzer {
  const about = aboutCall('analyze_video', provider, analyzer.name);
  return overlaid(analyzer, {
    analyze: (request, options) =>
      observe(`analyze_video ${analyzer.name}`, callOptions(about), (span) => {
        span.setAttributes({ 'lectern.frames': request.frames.length });
        return analyzer.analyze(request, {
          ...options,
          onUsage: (usage, model) => {
            recordUsage(span, about, usage);
            options?.onUsage?.(usage, model);
          },
        });
      }),
  });
}
