import { Arg, Ctx, Extensions, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { FilterArg, IdArg, InputArg } from '../../../api/args.ts';
import type { RequestContext } from '../../../api/request-context.ts';
import { Cost, LOADER_POINTS } from '../../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../../api/deletion-result.ts';
import { ExpectedRevisionArg } from '../../../api/resource.types.ts';
import { GraphQLJSONObject } from '../../../api/scalars.ts';
import { Scope } from '../../../api/scope.ts';
import { childrenByFolder } from './folder.rows.ts';
import type { FolderService } from './folder.service.ts';
import {
  AssetFolder,
  AssetFolderFilter,
  CreateAssetFolderInput,
  type FolderTree,
  UpdateAssetFolderInput,
} from './folder.types.ts';

@Resolver(() => AssetFolder)
export class AssetFolderResolver {
  private readonly service: FolderService;

  constructor(service: FolderService) {
    this.service = service;
  }

  @Scope('read')
  @Cost({ size: 500 })
  @Query(() => [AssetFolder], { description: 'All folders that the viewer can read, sorted by order, then name.' })
  async assetFolders(
    @Ctx() { viewer }: RequestContext,
    @FilterArg(AssetFolderFilter, 'all folders') filter: AssetFolderFilter | null,
    @Arg('tree', () => Boolean, {
      nullable: true,
      description: 'Whether only the topmost folders are returned, with their subfolders in `tree`. Default false.',
    })
    tree: boolean | null,
  ): Promise<AssetFolder[]> {
    return this.service.list(viewer, filter ?? {}, tree ?? false);
  }

  @Scope('read')
  @Query(() => AssetFolder, {
    description: 'A folder. NOT_FOUND for an unknown id; UNAUTHENTICATED or FORBIDDEN if the viewer cannot read it.',
  })
  async assetFolder(@Ctx() { viewer }: RequestContext, @IdArg('folder') id: string): Promise<AssetFolder> {
    return this.service.get(viewer, id);
  }

  @Scope('write')
  @Mutation(() => AssetFolder, {
    description: 'Creates a folder. CONFLICT if the slug is already used within the parent folder.',
  })
  async createAssetFolder(
    @Ctx() { viewer }: RequestContext,
    @InputArg(CreateAssetFolderInput, 'The new folder.') input: CreateAssetFolderInput,
  ): Promise<AssetFolder> {
    return this.service.create(viewer, input);
  }

  @Scope('write')
  @Mutation(() => AssetFolder, {
    description:
      'Updates a folder. A new parent or slug moves its subfolders too. A new access level applies to the documents in it that have no access level of their own. BAD_REQUEST for a cycle.',
  })
  async updateAssetFolder(
    @Ctx() { viewer }: RequestContext,
    @IdArg('folder') id: string,
    @InputArg(UpdateAssetFolderInput, 'Fields to change.') input: UpdateAssetFolderInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<AssetFolder> {
    return this.service.update(viewer, id, input, expectedRevision);
  }

  @Scope('write')
  @Mutation(() => DeletionResult, {
    description: 'Deletes a folder and its subfolders. Their files are kept in no folder, with the same access level.',
  })
  async deleteAssetFolder(
    @Ctx() { viewer }: RequestContext,
    @IdArg('folder') id: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<DeletionResult> {
    await this.service.delete(viewer, id, expectedRevision);
    return toDeletionResult(id);
  }

  @Cost({ points: LOADER_POINTS, size: 10 })
  @FieldResolver(() => [AssetFolder], { description: 'Direct subfolders, sorted by order, then name.' })
  async children(@Ctx() { viewer }: RequestContext, @Root() folder: AssetFolder): Promise<AssetFolder[]> {
    return viewer.loader(childrenByFolder).load(folder.id);
  }

  @Cost(LOADER_POINTS)
  // Each entry has the fields that REST selects around it: OpenAPI describes them by a reference to that object.
  @Extensions({ nests: true })
  @FieldResolver(() => [GraphQLJSONObject], {
    nullable: true,
    description: 'All subfolders, nested as `children`, if the query has `tree: true`; otherwise null.',
  })
  tree(@Root() folder: AssetFolder): FolderTree[] | null {
    return folder.tree ?? null;
  }
}
