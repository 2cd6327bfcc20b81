import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { FilterArg, IdArg, InputArg, PageArg } from '../../api/args.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost, pageCost } from '../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../api/deletion-result.ts';
import type { PageInput } from '../../api/page.types.ts';
import { ExpectedRevisionArg } from '../../api/resource.types.ts';
import { Scope } from '../../api/scope.ts';
import { Upload } from '../../api/upload.ts';
import type { SentFile } from '../../shared/http/uploaded-file.ts';
import { AssetFilter, CreateUploadGrantInput, UpdateAssetInput, UploadTarget } from './asset.inputs.ts';
import { ASSET_PAGES } from './asset.list.ts';
import type { AssetService } from './asset.service.ts';
import { Asset, AssetPage, UploadGrant } from './asset.types.ts';
import type { RemoveAsset } from './remove-asset.ts';
import type { UploadService } from './upload/upload.service.ts';

@Resolver()
export class AssetResolver {
  private readonly service: AssetService;
  private readonly uploads: UploadService;
  private readonly removal: RemoveAsset;

  constructor(service: AssetService, uploads: UploadService, removal: RemoveAsset) {
    this.service = service;
    this.uploads = uploads;
    this.removal = removal;
  }

  @Scope('read')
  @Cost(pageCost(ASSET_PAGES))
  @Query(() => AssetPage, {
    description: 'Files that the viewer can read, newest first. Page size: default 50, maximum 200.',
  })
  async assets(
    @Ctx() { viewer }: RequestContext,
    @FilterArg(AssetFilter, 'all live files') filter: AssetFilter | null,
    @PageArg() page: PageInput | null,
  ): Promise<AssetPage> {
    return this.service.list(viewer, filter ?? {}, page ?? {});
  }

  @Scope('read')
  @Query(() => Asset, {
    description:
      'A file of any status. NOT_FOUND for an unknown id; UNAUTHENTICATED or FORBIDDEN if the viewer cannot read it.',
  })
  async asset(@Ctx() { viewer }: RequestContext, @IdArg('file, or its object key') id: string): Promise<Asset> {
    return this.service.get(viewer, id);
  }

  @Scope('write', 'author')
  @Mutation(() => UploadGrant, {
    description:
      'Returns a pre-signed URL to upload one file with PUT. With cloud storage the file is sent directly to it. BAD_REQUEST `File type not supported` for other file types.',
  })
  async createUploadGrant(
    @Ctx() { viewer }: RequestContext,
    @InputArg(CreateUploadGrantInput, 'The file to upload.') input: CreateUploadGrantInput,
  ): Promise<UploadGrant> {
    return this.uploads.grant(viewer, input);
  }

  @Scope('write', 'author')
  @Cost(5_000)
  @Mutation(() => Asset, {
    description:
      'Uploads a file; it is served when the response is sent. BAD_REQUEST `File type not supported`, with `reason`, if name, declared type and content do not match; PAYLOAD_TOO_LARGE above the maximum size of its kind.',
  })
  async uploadAsset(
    @Ctx() { viewer }: RequestContext,
    @Arg('file', () => Upload, {
      description: 'The file: images up to 10 MB, documents up to 50 MB, audio and video up to 500 MB.',
    })
    file: SentFile,
    @Arg('target', () => UploadTarget, { nullable: true, description: 'Target folder. Default: no folder.' })
    target: UploadTarget | null,
  ): Promise<Asset> {
    return this.uploads.upload(viewer, await file.open(), target ?? {});
  }

  @Scope('write')
  @Mutation(() => Asset, {
    description:
      'Changes the texts, the focal point and the folder of a file. NOT_FOUND for an unknown file or folder; BAD_REQUEST for a focal point of a file that is not an image.',
  })
  async updateAsset(
    @Ctx() { viewer }: RequestContext,
    @IdArg('file, or its object key') id: string,
    @InputArg(UpdateAssetInput, 'Fields to change.') input: UpdateAssetInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<Asset> {
    return this.service.update(viewer, id, input, expectedRevision);
  }

  @Scope('write')
  @Mutation(() => Asset, {
    description:
      'Moves a file into a folder, or out of its folder. The object key does not change. A file moved out of its folder keeps its access level.',
  })
  async moveAsset(
    @Ctx() { viewer }: RequestContext,
    @IdArg('file') id: string,
    @Arg('folderId', () => ID, {
      nullable: true,
      description: 'Id of the folder; null removes the file from its folder.',
    })
    folderId: string | null,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<Asset> {
    return this.service.update(viewer, id, { folderId }, expectedRevision);
  }

  @Scope('write')
  @Mutation(() => DeletionResult, {
    description:
      'Deletes a file, its transformed images and its text in the knowledge base. Its URL then returns 404; HTTP caches can keep the file until it expires there. NOT_FOUND for an unknown file; CONFLICT if content items or their drafts use it, with `usedBy`: id, type, title and slug of the newest 20 that the viewer can read, and `inDraft` where only the draft uses it.',
  })
  async deleteAsset(
    @Ctx() { viewer }: RequestContext,
    @IdArg('file, or its object key') id: string,
    @Arg('force', () => Boolean, {
      defaultValue: false,
      description: 'Whether the file is also deleted if content items use it; their fields then show no file.',
    })
    force: boolean,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<DeletionResult> {
    return toDeletionResult(await this.removal.delete(viewer, id, { force, expected: expectedRevision }));
  }
}
