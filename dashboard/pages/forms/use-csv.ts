import { useMutation } from '@tanstack/react-query';
import { useSiteId } from '../../app/use-site-id.ts';
import { request } from '../../data/request.ts';
import { EXPORT } from './forms.query.ts';

interface Part {
  csv: string;
  hasMore: boolean;
  endCursor?: string | null;
}

/** Reads all submissions in parts and gives them to the browser as one file. */
export function useCsv() {
  const site = useSiteId();
  return useMutation({
    mutationFn: async () => {
      const parts: string[] = [];
      let after: string | null = null;
      do {
        const part: Part = (await request(EXPORT, { siteId: site, after }, { site })).exportFormSubmissions;
        parts.push(part.csv);
        after = part.hasMore ? (part.endCursor ?? null) : null;
      } while (after !== null);
      download(new Blob(parts, { type: 'text/csv;charset=utf-8' }), 'form-submissions.csv');
    },
  });
}

function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
