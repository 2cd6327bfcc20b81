import type { ImageTransformer } from '../../ports/image-transformer.ts';
import { defineFeature } from '../feature.ts';
import { type UploadIndexing, combineIndexing } from './upload-indexing.ts';
import { AssetEntity, AssetFolderEntity, ImageVariantEntity } from './asset.entity.ts';
import { AssetResolver } from './asset.resolver.ts';
import { AssetService } from './asset.service.ts';
import { type BlurhashOptions, computeBlurhashes } from './image/compute-blurhashes.ts';
import { DeliveryService } from './delivery.service.ts';
import { type FileUrlOptions, FileUrls } from './file-urls.ts';
import { AssetFolderResolver } from './folder/folder.resolver.ts';
import { FolderService } from './folder/folder.service.ts';
import { imageInspector } from './image/image-inspector.ts';
import { RemoveAsset } from './remove-asset.ts';
import { ResumableUploads } from './upload/resumable-uploads.ts';
import { SettleUpload } from './upload/settle-upload.ts';
import { type UploadOptions, UploadService } from './upload/upload.service.ts';
import { VariantMaker } from './image/variant-maker.ts';
import { VariantStore } from './image/variant-store.ts';

interface AssetDependencies
  extends Omit<BlurhashOptions, 'inspect'>, Omit<UploadOptions, 'settle' | 'urls' | 'grantSeconds'> {
  images: ImageTransformer;
  uploadIndexing: readonly UploadIndexing[];
  fileUrls: FileUrlOptions & Pick<UploadOptions, 'grantSeconds'>;
}

export const assetFeature = defineFeature({
  entities: [AssetEntity, AssetFolderEntity, ImageVariantEntity],
  resolvers: [AssetResolver, AssetFolderResolver],
  create: ({ images, fileUrls, uploadIndexing, ...needs }: AssetDependencies) => {
    const indexing = combineIndexing(uploadIndexing);
    const urls = new FileUrls(fileUrls);
    const inspect = imageInspector(images);
    const settle = new SettleUpload({ ...needs, indexing, inspect });
    const variants = new VariantStore(needs.database, needs.storage, needs.log);
    const maker = new VariantMaker(images);
    const assets = new AssetService(settle, urls, indexing);
    const removal = new RemoveAsset({ ...needs, indexing });
    const uploads = new UploadService({ ...needs, settle, urls, grantSeconds: fileUrls.grantSeconds });
    const resumableUploads = new ResumableUploads({ ...needs, settle });
    const deliveries = new DeliveryService({ ...needs, settle, urls, variants, maker });
    return {
      services: { assets: { assets, uploads, resumableUploads, deliveries, removal } },
      resolvers: [new AssetResolver(assets, uploads, removal), new AssetFolderResolver(new FolderService(indexing))],
      work: {
        main: {
          handlers: {
            'check-upload': settle,
            'clear-asset': removal,
            'clear-variants': variants,
            'compute-blurhashes': computeBlurhashes({ ...needs, inspect }),
          },
        },
      },
    };
  },
});
