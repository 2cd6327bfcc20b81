import type { Extractor } from '../../ports/extractor.ts';
import { observe } from '../record.ts';
import { withOverrides } from '../../shared/with-overrides.ts';

/** Records the duration and outcome of extractions. */
export function observedExtractor(extractor: Extractor): Extractor {
  return withOverrides(extractor, {
    extract: (file, options) => {
      const metricAttributes = { 'lectern.file.format': options.format };
      return observe(
        `extract ${options.format}`,
        { attributes: metricAttributes, metrics: { 'lectern.extraction.duration': metricAttributes } },
        async (span, labels) => {
          const answer = await extractor.extract(file, options);
          const hasFailed = 'failure' in answer;
          labels['lectern.extraction.outcome'] = hasFailed ? answer.failure.code : 'read';
          if (!hasFailed)
            span.setAttributes({
              'lectern.extraction.pages': answer.pages ?? 0,
              'lectern.extraction.blocks': answer.blocks.length,
            });
          return answer;
        },
      );
    },
  });
}
