import type { Database } from '../../database/database.ts';
import type { FileStorage } from '../../ports/file-storage.ts';
import type { ImageTransformer } from '../../ports/image-transformer.ts';
import type { Logger } from '../../shared/logger.ts';
import type { JobService } from '../job/job.service.ts';
import { AssetResolver } from './asset.resolver.ts';
import { AssetService } from './asset.service.ts';
import { DeliveryService } from './delivery.service.ts';
import { type FileUrlOptions, FileUrls } from './file-urls.ts';
import { AssetFolderResolver } from './folder.resolver.ts';
import { FolderService, type OnLevel } from './folder.service.ts';
import { ImageInspector } from './image-inspector.ts';
import { type OnGone, RemoveAsset } from './remove-asset.ts';
import { type OnLive, SettleUpload } from './settle-upload.ts';
import { UploadService } from './upload.service.ts';
import { VariantMaker } from './variant-maker.ts';
import { VariantStore } from './variant-store.ts';

export interface AssetDependencies extends FileUrlOptions {
  database: Database;
  storage: FileStorage;
  images: ImageTransformer;
  jobs: JobService;
  log: Logger;
  /** How long an upload URL is good. */
  grantSeconds: number;
  onLive: OnLive;
  onGone: OnGone;
  onLevel: OnLevel;
}

export function createAssetFeature(dependencies: AssetDependencies) {
  const { database, storage, images, log, onLevel } = dependencies;
  const urls = new FileUrls(dependencies);
  const settle = new SettleUpload({ ...dependencies, inspector: new ImageInspector(images) });
  const variants = new VariantStore(database, storage, log);
  const maker = new VariantMaker(images);
  const assets = new AssetService(settle, urls, onLevel);
  const removal = new RemoveAsset(dependencies);
  const uploads = new UploadService({ ...dependencies, settle, urls });
  return {
    assets,
    uploads,
    deliveries: new DeliveryService({ database, storage, settle, urls, variants, maker }),
    removeSite: (siteId: string) => removal.removeSite(siteId),
    handlers: { 'check-upload': settle, 'clear-asset': removal, 'clear-variants': variants },
    resolvers: [new AssetResolver(assets, uploads, removal), new AssetFolderResolver(new FolderService(onLevel))],
  };
}
