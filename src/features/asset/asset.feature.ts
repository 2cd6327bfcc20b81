import type { Database } from '../../database/database.ts';
import type { FileStorage, GrantSigner } from '../../ports/file-storage.ts';
import type { ImageTransformer } from '../../ports/image-transformer.ts';
import type { Logger } from '../../shared/logger.ts';
import { defineFeature } from '../feature.ts';
import { type UploadIndexing, indexingOf } from './upload-indexing.ts';
import type { JobService } from '../job/job.service.ts';
import { AssetEntity, AssetFolderEntity, ImageVariantEntity } from './asset.entity.ts';
import { AssetResolver } from './asset.resolver.ts';
import { AssetService } from './asset.service.ts';
import { ComputeBlurhashes } from './compute-blurhashes.ts';
import { DeliveryService } from './delivery.service.ts';
import { type FileUrlOptions, FileUrls } from './file-urls.ts';
import { AssetFolderResolver } from './folder.resolver.ts';
import { FolderService } from './folder.service.ts';
import { imageInspector } from './image-inspector.ts';
import { RemoveAsset } from './remove-asset.ts';
import { ResumableUploads } from './resumable-uploads.ts';
import { SettleUpload } from './settle-upload.ts';
import { UploadService } from './upload.service.ts';
import { VariantMaker } from './variant-maker.ts';
import { VariantStore } from './variant-store.ts';

interface AssetNeeds {
  database: Database;
  storage: FileStorage;
  /** Signs the URLs of resumable uploads. */
  resumable: GrantSigner;
  images: ImageTransformer;
  jobs: JobService;
  log: Logger;
  uploadIndexing: readonly UploadIndexing[];
  fileUrls: FileUrlOptions & {
    /** Lifetime of an upload URL. */
    grantSeconds: number;
  };
}

export const assetFeature = defineFeature({
  entities: [AssetEntity, AssetFolderEntity, ImageVariantEntity],
  resolvers: [AssetResolver, AssetFolderResolver],
  create: ({ database, storage, resumable, images, jobs, log, fileUrls, uploadIndexing }: AssetNeeds) => {
    const { grantSeconds } = fileUrls;
    const indexing = indexingOf(uploadIndexing);
    const urls = new FileUrls(fileUrls);
    const inspect = imageInspector(images);
    const settle = new SettleUpload({ database, storage, jobs, indexing, inspect });
    const blurhashes = new ComputeBlurhashes({ database, storage, jobs, log, inspect });
    const variants = new VariantStore(database, storage, log);
    const maker = new VariantMaker(images);
    const assets = new AssetService(settle, urls, indexing);
    const removal = new RemoveAsset({ database, storage, jobs, indexing });
    const uploads = new UploadService({ database, storage, jobs, settle, urls, resumable, grantSeconds });
    const resumableUploads = new ResumableUploads({ database, storage, settle });
    const deliveries = new DeliveryService({ database, storage, settle, urls, variants, maker });
    return {
      services: { assets: { assets, uploads, resumableUploads, deliveries, removal } },
      resolvers: [new AssetResolver(assets, uploads, removal), new AssetFolderResolver(new FolderService(indexing))],
      work: {
        main: {
          handlers: {
            'check-upload': settle,
            'clear-asset': removal,
            'clear-variants': variants,
            'compute-blurhashes': blurhashes,
          },
        },
      },
    };
  },
});
