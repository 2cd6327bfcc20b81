import { graphql } from '../../data/graphql.ts';

export const MEDIA = graphql(`
  query Media($filter: AssetFilter, $page: PageInput) {
    assetFolders {
      id
      name
      path
      depth
      revision
    }
    assets(filter: $filter, page: $page) {
      total
      items {
        id
        url
        fileName
        contentType
        kind
        size
        width
        height
        alt
        accessLevel
        createdAt
      }
    }
  }
`);

export const FILE = graphql(`
  query MediaFile($id: ID!) {
    asset(id: $id) {
      id
      revision
      url
      fileName
      contentType
      kind
      size
      width
      height
      alt
      caption
      focalPoint {
        x
        y
      }
      folderId
      accessLevel
      createdAt
      usedBy(limit: 20) {
        total
        items {
          id
          type
          title
        }
      }
    }
  }
`);

export const SAVE_FILE = graphql(`
  mutation SaveMediaFile($id: ID!, $input: UpdateAssetInput!, $expectedRevision: Int) {
    updateAsset(id: $id, input: $input, expectedRevision: $expectedRevision) {
      id
    }
  }
`);

export const DELETE_FILE = graphql(`
  mutation DeleteMediaFile($id: ID!, $force: Boolean!) {
    deleteAsset(id: $id, force: $force) {
      id
    }
  }
`);

export const ADD_FOLDER = graphql(`
  mutation AddMediaFolder($input: CreateAssetFolderInput!) {
    createAssetFolder(input: $input) {
      id
    }
  }
`);

export const RENAME_FOLDER = graphql(`
  mutation RenameMediaFolder($id: ID!, $input: UpdateAssetFolderInput!, $revision: Int) {
    updateAssetFolder(id: $id, input: $input, expectedRevision: $revision) {
      id
    }
  }
`);

export const DELETE_FOLDER = graphql(`
  mutation DeleteMediaFolder($id: ID!, $revision: Int) {
    deleteAssetFolder(id: $id, expectedRevision: $revision) {
      id
    }
  }
`);

export const UPLOAD = graphql(`
  mutation StartUpload($input: CreateUploadGrantInput!) {
    createUploadGrant(input: $input) {
      resumableUrl
    }
  }
`);
