import { Readable } from 'node:stream';
import type { Database } from '../../database/database.ts';
import type { FileStorage } from '../../ports/file-storage.ts';
import { ServiceError, notFound, orNotFound } from '../../shared/errors.ts';
import type { AssetRow } from './asset.rows.ts';
import type { FileUrls } from './file-urls.ts';
import {
  type ImageRequest,
  imageContentType,
  readImageRequest,
  toImageChange,
  variantName,
} from './image/image-request.ts';
import { scopeOfKey } from './object-key.ts';
import type { SettleUpload } from './upload/settle-upload.ts';
import type { ImageCaller, VariantMaker } from './image/variant-maker.ts';
import type { VariantStore } from './image/variant-store.ts';

/** A response with bytes of a file. */
export interface Delivery {
  /** Entity tag: the content of a key never changes. */
  tag: string;
  contentType: string;
  fileName: string;
  size: number;
  /** Seconds for which the URL's signature is valid; null for a public file without signature. */
  signedSeconds: number | null;
  /** Opens the bytes from `start` to `end`, both included. */
  open(range?: { start: number; end: number }): Promise<Readable>;
}

type Content = Omit<Delivery, 'signedSeconds'>;

interface DeliveryOptions {
  database: Database;
  storage: FileStorage;
  settle: SettleUpload;
  urls: FileUrls;
  variants: VariantStore;
  maker: VariantMaker;
}

/**
 * Serves files without a key: live files, and raster images in other sizes and formats. Restricted files need a signed
 * URL.
 */
export class DeliveryService {
  private readonly options: DeliveryOptions;

  constructor(options: DeliveryOptions) {
    this.options = options;
  }

  /**
   * @param query of the URL: parameters of an image, and a signature
   * @throws ServiceError 404 if it is not a live file, and for a restricted one without a valid signature; 400 if it
   * cannot be transformed; 429 and 503 if it cannot be transformed now
   */
  async deliver(key: string, query: Readonly<Record<string, unknown>>, caller: ImageCaller): Promise<Delivery> {
    const request = readImageRequest(query);
    const asset = await this.live(key);
    const signedSeconds = asset.accessLevel === 'public' ? null : this.options.urls.secondsLeft(key, query);
    if (signedSeconds === 0) throw notFound('File');
    return { ...(await this.shape(asset, request, caller)), signedSeconds };
  }

  private async shape(asset: AssetRow, request: ImageRequest | null, caller: ImageCaller): Promise<Content> {
    // A vector image needs no transform.
    if (request === null || asset.contentType === 'image/svg+xml') return this.original(asset);
    if (asset.width === null || asset.height === null) {
      throw new ServiceError('BAD_REQUEST', 'Only images can be transformed');
    }
    return this.variant(asset, request, caller);
  }

  private async live(key: string): Promise<AssetRow> {
    const row = await this.options.settle.settle(scopeOfKey(this.options.database, key), key).catch(hideReason);
    if (row?.status !== 'live') throw notFound('File');
    return row;
  }

  private original(asset: AssetRow): Content {
    const { id, key, contentType, fileName } = asset;
    const open: Content['open'] = async (range) => orNotFound(await this.options.storage.read(key, range), 'File');
    return { tag: id, contentType, fileName, size: Number(asset.size), open };
  }

  private async variant(asset: AssetRow, request: ImageRequest, caller: ImageCaller): Promise<Content> {
    const change = toImageChange(request, asset);
    const name = variantName(change);
    const contentType = imageContentType(change);
    const delivery = { tag: `${asset.id}-${name}`, contentType, fileName: asset.fileName };
    const { variants } = this.options;
    const file = await variants.find(asset, name);
    if (file) {
      // It may be deleted before it is opened.
      const open: Content['open'] = async (range) => orNotFound(await variants.read(asset, name, range), 'File');
      return { ...delivery, size: file.size, open };
    }
    const work = {
      asset,
      change,
      open: () => this.original(asset).open(),
      done: (image: Buffer) => variants.keep(asset, name, image, contentType),
    };
    const content = await this.options.maker.make(`${asset.id}/${name}`, work, caller);
    return {
      ...delivery,
      size: content.length,
      open: async (range) => Readable.from([range ? content.subarray(range.start, range.end + 1) : content]),
    };
  }
}

/** Hides the reason of a rejection: for callers the file does not exist. */
function hideReason(error: unknown): null {
  if (error instanceof ServiceError && error.status < 500) return null;
  throw error;
}
