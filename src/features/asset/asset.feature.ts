import type { Database } from '../../database/database.ts';
import type { FileStorage } from '../../ports/file-storage.ts';
import type { ImageTransformer } from '../../ports/image-transformer.ts';
import type { JobService } from '../job/job.service.ts';
import { AssetResolver } from './asset.resolver.ts';
import { AssetService } from './asset.service.ts';
import { DeliveryService } from './delivery.service.ts';
import { type FileUrlOptions, FileUrls } from './file-urls.ts';
import { AssetFolderResolver } from './folder.resolver.ts';
import { FolderService, type OnLevel } from './folder.service.ts';
import { type OnGone, RemoveAsset } from './remove-asset.ts';
import { type OnLive, SettleUpload } from './settle-upload.ts';
import { UploadService } from './upload.service.ts';

export interface AssetDependencies extends FileUrlOptions {
  database: Database;
  storage: FileStorage;
  images: ImageTransformer;
  jobs: JobService;
  /** How long an upload URL is good. */
  grantSeconds: number;
  onLive: OnLive;
  onGone: OnGone;
  onLevel: OnLevel;
}

export function createAssetFeature(dependencies: AssetDependencies) {
  const { database, storage, images, onLevel } = dependencies;
  const urls = new FileUrls(dependencies);
  const settle = new SettleUpload(dependencies);
  const assets = new AssetService(settle, urls, onLevel);
  const removal = new RemoveAsset(dependencies);
  const uploads = new UploadService({ ...dependencies, settle, urls });
  return {
    assets,
    uploads,
    deliveries: new DeliveryService(database, storage, images, settle, urls),
    removeSite: (siteId: string) => removal.removeSite(siteId),
    handlers: { 'check-upload': settle, 'clear-asset': removal },
    resolvers: [new AssetResolver(assets, uploads, removal), new AssetFolderResolver(new FolderService(onLevel))],
  };
}
