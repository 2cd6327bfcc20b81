import { Readable } from 'node:stream';
import type { Database } from '../../database/database.ts';
import type { FileStorage } from '../../ports/file-storage.ts';
import type { ImageTransformer } from '../../ports/image-transformer.ts';
import { ServiceError, notFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import type { AssetRow } from './asset.rows.ts';
import type { FileUrls } from './file-urls.ts';
import { type ImageRequest, changeOf, contentTypeOf, nameOf } from './image-request.ts';
import { siteOfKey } from './object-key.ts';
import type { SettleUpload } from './settle-upload.ts';

/** Bytes on their way to a visitor. */
export interface Delivery {
  /** Names these bytes for ever: what a key stands for never changes. */
  tag: string;
  contentType: string;
  fileName: string;
  size: number;
  /** For how many seconds the URL's signature is valid; null: a public file, whose URL needs none. */
  signedSeconds: number | null;
  /** From `start` up to and including `end`. */
  open(range?: { start: number; end: number }): Promise<Readable>;
}

type Content = Omit<Delivery, 'signedSeconds'>;

/** Transformed images kept of one file; beyond that they are made anew each time. */
const MOST_VARIANTS = 200;

/** Below which the transformed images of a file are kept. */
export function variantsOf(key: string): string {
  return `variants/${key}`;
}

/** What is served without a key: live files as they are, and raster images in other shapes. Restricted ones by signed URLs. */
export class DeliveryService {
  private readonly database: Database;
  private readonly storage: FileStorage;
  private readonly images: ImageTransformer;
  private readonly settle: SettleUpload;
  private readonly urls: FileUrls;
  private readonly making = new Map<string, Promise<Buffer>>();

  constructor(
    database: Database,
    storage: FileStorage,
    images: ImageTransformer,
    settle: SettleUpload,
    urls: FileUrls,
  ) {
    this.database = database;
    this.storage = storage;
    this.images = images;
    this.settle = settle;
    this.urls = urls;
  }

  /**
   * @param query of the URL, with its signature
   * @throws ServiceError 404 for whatever is not a live file, and equally for a restricted one without a valid signature;
   * 400 for one that cannot be transformed.
   */
  async deliver(
    key: string,
    request: ImageRequest | null,
    query: Readonly<Record<string, unknown>>,
  ): Promise<Delivery> {
    const asset = await this.live(key);
    const signedSeconds = asset.accessLevel === 'public' ? null : this.urls.secondsLeft(key, query);
    if (signedSeconds === 0) throw notFound('File');
    return { ...(await this.shape(asset, request)), signedSeconds };
  }

  private async shape(asset: AssetRow, request: ImageRequest | null): Promise<Content> {
    // A vector image already has every size.
    if (request === null || asset.contentType === 'image/svg+xml') return this.original(asset);
    if (asset.width === null || asset.height === null) {
      throw new ServiceError('BAD_REQUEST', 'Only images can be transformed');
    }
    return this.variant(asset, request);
  }

  private async live(key: string): Promise<AssetRow> {
    const siteId = siteOfKey(key);
    if (!isId(siteId)) throw notFound('File');
    // The scope is that of the site in the key: row-level security keeps every other site's files out.
    const row = await this.settle.settle(this.database.forSite(siteId), key).catch(asUnknown);
    if (row?.status !== 'live') throw notFound('File');
    return row;
  }

  private original(asset: AssetRow): Content {
    const open = async (range?: { start: number; end: number }): Promise<Readable> => {
      const content = await this.storage.read(asset.key, range);
      if (!content) throw notFound('File');
      return content;
    };
    return { tag: asset.id, contentType: asset.contentType, fileName: asset.fileName, size: Number(asset.size), open };
  }

  private async variant(asset: AssetRow, request: ImageRequest): Promise<Content> {
    const change = changeOf(request, asset);
    const name = nameOf(change);
    const kept = `${variantsOf(asset.key)}/${name}`;
    const delivery = { tag: `${asset.id}-${name}`, contentType: contentTypeOf(change), fileName: asset.fileName };
    const found = await this.storage.stat(kept);
    if (found) {
      const open = async (range?: { start: number; end: number }): Promise<Readable> => {
        const content = await this.storage.read(kept, range);
        if (!content) throw notFound('File');
        return content;
      };
      return { ...delivery, size: found.size, open };
    }
    const made = await this.once(kept, async () => {
      const image = await this.images.transform(await this.original(asset).open(), change);
      await this.keep(asset, kept, image, delivery.contentType);
      return image;
    });
    return { ...delivery, size: made.length, open: async (range) => Readable.from([cut(made, range)]) };
  }

  /** Whoever asks for the same image while it is being made waits for that one. */
  private once(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const running = this.making.get(key);
    if (running) return running;
    const made = make().finally(() => this.making.delete(key));
    this.making.set(key, made);
    return made;
  }

  private async keep(asset: AssetRow, key: string, image: Buffer, contentType: string): Promise<void> {
    const [counted] = await this.database
      .forSite(siteOfKey(asset.key))
      .write((tx) =>
        tx.rows('update asset set variants = variants + 1 where id = $1 and variants < $2 returning id', [
          asset.id,
          MOST_VARIANTS,
        ]),
      );
    if (counted) await this.storage.write(key, Readable.from([image]), { contentType });
  }
}

function cut(image: Buffer, range: { start: number; end: number } | undefined): Buffer {
  return range ? image.subarray(range.start, range.end + 1) : image;
}

/** To a visitor, a file that was refused is one that is not there. */
function asUnknown(error: unknown): null {
  if (error instanceof ServiceError && error.status < 500) return null;
  throw error;
}
