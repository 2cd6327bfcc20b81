import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Deleted, deleted } from '../../graphql/deleted.ts';
import { PageInput } from '../../graphql/page-type.ts';
import { Upload } from '../../graphql/upload.ts';
import type { UploadedFile } from '../../shared/uploaded-file.ts';
import { AssetFilter, CreateUploadGrantInput, UploadTarget } from './asset.inputs.ts';
import type { AssetService } from './asset.service.ts';
import { Asset, AssetPage, UploadGrant } from './asset.types.ts';
import type { RemoveAsset } from './remove-asset.ts';
import type { UploadService } from './upload.service.ts';

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

  @Query(() => AssetPage, { description: 'Files that the caller may see, newest first; 50 a page, at most 200.' })
  async assets(
    @Ctx() context: RequestContext,
    @Arg('filter', () => AssetFilter, { nullable: true, description: 'Which files; absent: all that are live.' })
    filter: AssetFilter | null,
    @Arg('page', () => PageInput, { nullable: true, description: 'Which part of the list.' }) page: PageInput | null,
  ): Promise<AssetPage> {
    return this.service.list(context.viewer, filter ?? {}, page ?? {});
  }

  @Query(() => Asset, {
    description:
      'One file, whatever its status. NOT_FOUND for an unknown one, UNAUTHENTICATED or FORBIDDEN for a restricted one.',
  })
  async asset(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the file, or its object key.' }) id: string,
  ): Promise<Asset> {
    return this.service.get(context.viewer, id);
  }

  @Mutation(() => UploadGrant, {
    description:
      'Leave to upload a file by PUT, without going through the service where the storage takes it. BAD_REQUEST `File type not supported`.',
  })
  async createUploadGrant(
    @Ctx() context: RequestContext,
    @Arg('input', () => CreateUploadGrantInput, { description: 'The file to come.' }) input: CreateUploadGrantInput,
  ): Promise<UploadGrant> {
    return this.uploads.grant(context.viewer, input);
  }

  @Mutation(() => Asset, {
    description:
      'Uploads a file, which is live when this answers. BAD_REQUEST `File type not supported`, with `reason`, when name, declared type and content do not agree; PAYLOAD_TOO_LARGE beyond the size of its kind.',
  })
  async uploadAsset(
    @Ctx() context: RequestContext,
    @Arg('file', () => Upload, { description: 'The file: images to 10 MB, documents to 50, sound and film to 500.' })
    file: Promise<UploadedFile>,
    @Arg('target', () => UploadTarget, { nullable: true, description: 'Where it goes; absent: into no folder.' })
    target: UploadTarget | null,
  ): Promise<Asset> {
    return this.uploads.upload(context.viewer, await file, target ?? {});
  }

  @Mutation(() => Asset, {
    description:
      'Puts a file into a folder, or out of any; its key stays, and so does its level when it goes into none.',
  })
  async moveAsset(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the file.' }) id: string,
    @Arg('folderId', () => ID, { nullable: true, description: 'The folder; null: none.' }) folderId: string | null,
  ): Promise<Asset> {
    return this.service.move(context.viewer, id, folderId);
  }

  @Mutation(() => Deleted, {
    description:
      'Deletes a file, with its transformed images and what the knowledge base has of it. Its URL answers 404 from then on; caches that have it keep it as long as they were told to. NOT_FOUND for an unknown one.',
  })
  async deleteAsset(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the file, or its object key.' }) id: string,
  ): Promise<Deleted> {
    return deleted(await this.removal.delete(context.viewer, id));
  }
}
