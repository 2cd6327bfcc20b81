import { createServer } from 'node:http';
import { createLectern } from '@lectern/client';
import { createSite } from './site.ts';

const { LECTERN_URL = 'http://127.0.0.1:4000', LECTERN_API_KEY, PORT = '3000' } = process.env;
if (!LECTERN_API_KEY) {
  console.error('Set LECTERN_API_KEY to an API key of your site. Reading is enough: scope `read`.');
  process.exit(1);
}

const site = createSite(createLectern({ url: LECTERN_URL, apiKey: LECTERN_API_KEY }));
createServer(site).listen(Number(PORT), () => console.log(`http://127.0.0.1:${PORT}`));
