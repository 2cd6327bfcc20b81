import { openGcsFileStorage } from '../../../src/adapters/file-storage/gcs.ts';
import { describeFileStorage } from '../../ports/file-storage.contract.ts';
import { describeReal } from './given.ts';

describeReal('Cloud Storage itself', ['GCS_BUCKET'], (bucket) => {
  describeFileStorage('a bucket', async () => ({
    storage: await openGcsFileStorage({ bucket }),
    async put(url, headers, content) {
      const { ok } = await fetch(url, { method: 'PUT', headers, body: Buffer.from(content) });
      return ok;
    },
    stop: async () => {},
  }));
});
