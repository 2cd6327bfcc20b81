import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Deleted, deleted } from '../../graphql/deleted.ts';
import { GraphQLJSONObject } from '../../graphql/scalars.ts';
import { childrenByFolder } from './folder.loaders.ts';
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

  @Query(() => [AssetFolder], { description: 'Folders that the caller may see, by order, then name; all of them.' })
  async assetFolders(
    @Ctx() context: RequestContext,
    @Arg('filter', () => AssetFolderFilter, { nullable: true, description: 'Which folders; absent: all.' })
    filter: AssetFolderFilter | null,
    @Arg('tree', () => Boolean, {
      nullable: true,
      description: 'Only the topmost of them, with `tree` filled. Default false.',
    })
    tree: boolean | null,
  ): Promise<AssetFolder[]> {
    return this.service.list(context.viewer, filter ?? {}, tree ?? false);
  }

  @Query(() => AssetFolder, {
    description: 'One folder. NOT_FOUND for an unknown id, UNAUTHENTICATED or FORBIDDEN for a restricted one.',
  })
  async assetFolder(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the folder.' }) id: string,
  ): Promise<AssetFolder> {
    return this.service.get(context.viewer, id);
  }

  @Mutation(() => AssetFolder, { description: 'Creates a folder. CONFLICT when its parent has that slug already.' })
  async createAssetFolder(
    @Ctx() context: RequestContext,
    @Arg('input', () => CreateAssetFolderInput, { description: 'The new folder.' }) input: CreateAssetFolderInput,
  ): Promise<AssetFolder> {
    return this.service.create(context.viewer, input);
  }

  @Mutation(() => AssetFolder, {
    description:
      'Changes a folder; a new parent or slug takes everything below along, a new access level the documents in it that have none of their own. BAD_REQUEST for a cycle.',
  })
  async updateAssetFolder(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the folder.' }) id: string,
    @Arg('input', () => UpdateAssetFolderInput, { description: 'What to change.' }) input: UpdateAssetFolderInput,
  ): Promise<AssetFolder> {
    return this.service.update(context.viewer, id, input);
  }

  @Mutation(() => Deleted, {
    description:
      'Deletes a folder and all below it; their files stay, in no folder, under the access level that they had.',
  })
  async deleteAssetFolder(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the folder.' }) id: string,
  ): Promise<Deleted> {
    await this.service.delete(context.viewer, id);
    return deleted(id);
  }

  @FieldResolver(() => [AssetFolder], { description: 'The folders directly in it, by order, then name.' })
  async children(@Ctx() context: RequestContext, @Root() folder: AssetFolder): Promise<AssetFolder[]> {
    return context.viewer.loader(childrenByFolder).load(folder.id);
  }

  @FieldResolver(() => [GraphQLJSONObject], {
    nullable: true,
    description: 'Everything below it, each with `children`, where a tree was asked for; else null.',
  })
  tree(@Root() folder: AssetFolder): FolderTree[] | null {
    return folder.tree ?? null;
  }
}
