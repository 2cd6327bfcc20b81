import { useMutation } from '@tanstack/react-query';
import { useSiteId } from '../../app/use-site-id.ts';
import { downloadCsv } from '../../data/download-csv.ts';
import { request } from '../../data/request.ts';
import { EXPORT } from './forms.query.ts';

/** Reads all submissions and gives them to the browser as one file. */
export function useCsv() {
  const site = useSiteId();
  return useMutation({
    mutationFn: () =>
      downloadCsv(
        'form-submissions.csv',
        async (after) => (await request(EXPORT, { siteId: site, after }, { site })).exportFormSubmissions,
      ),
  });
}
