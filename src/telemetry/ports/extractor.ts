import type { Extractor } from '../../ports/extractor.ts';
import { observe } from '../record.ts';
import { overlaid } from '../../shared/overlaid.ts';

/** The same extractor; how long files take and what becomes of them is told. */
export function observedExtractor(extractor: Extractor): Extractor {
  return overlaid(extractor, {
    extract: (file, options) => {
      const about = { 'lectern.file.format': options.format };
      return observe(
        `extract ${options.format}`,
        { attributes: about, metrics: { 'lectern.extraction.duration': about } },
        async (span, labels) => {
          const answer = await extractor.extract(file, options);
          const refused = 'refusal' in answer;
          labels['lectern.extraction.outcome'] = refused ? answer.refusal.code : 'read';
          if (!refused)
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
