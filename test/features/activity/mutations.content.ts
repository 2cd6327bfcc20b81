import { uploadAsset } from '../asset/uploading.ts';
import {
  type Cases,
  DAY_AFTER,
  TOMORROW,
  asset,
  changed,
  collection,
  content,
  contentType,
  document,
  drafted,
  fileKey,
  folder,
  previewToken,
  previewed,
  scheduled,
  trashed,
  typeOf,
  video,
  videoOf,
} from './world.ts';

/** Mutations that change content, files and the knowledge base, each with what its log has to say. */
export const OF_CONTENT: Cases = {
  createContent: {
    mutation: (_, w) => `createContent(input: { externalId: "${w.name()}", type: "article", title: "T" }) { id }`,
    log: ['created content'],
  },
  createContents: {
    mutation: (_, w) =>
      `createContents(input: { items: [${[1, 2].map(() => `{ externalId: "${w.name()}", type: "article", title: "T" }`).join(', ')}] }) { __typename }`,
    log: ['created content', 'created content'],
  },
  updateContent: [
    {
      given: content,
      mutation: (id) => `updateContent(id: "${id}", input: { title: "New", customFields: { a: 1 } }) { id }`,
      log: ['updated content: customFields title'],
    },
    {
      given: content,
      mutation: (id) => `updateContent(id: "${id}", input: { status: published }) { id }`,
      log: ['published content: publishedAt status'],
    },
    {
      given: (w) => content(w, ', status: published'),
      mutation: (id) => `updateContent(id: "${id}", input: { status: draft }) { id }`,
      log: ['unpublished content: status'],
    },
    {
      given: content,
      mutation: (id) => `updateContent(id: "${id}", input: { title: "Secret title" }) { id }`,
      log: [],
    },
  ],
  updateContents: {
    given: content,
    mutation: (id) => `updateContents(input: { items: [{ id: "${id}", changes: { excerpt: "E" } }] }) { __typename }`,
    log: ['updated content: excerpt'],
  },
  putContent: [
    {
      mutation: (_, w) => `putContent(externalId: "${w.name()}", input: { type: "article", title: "T" }) { id }`,
      log: ['created content'],
    },
  ],
  deleteContent: [
    { given: content, mutation: (id) => `deleteContent(id: "${id}") { id }`, log: ['trashed content'] },
    { given: scheduled, mutation: (id) => `deleteContent(id: "${id}") { id }`, log: ['trashed content'] },
    { given: drafted, mutation: (id) => `deleteContent(id: "${id}") { id }`, log: ['trashed content'] },
    { given: previewed, mutation: (id) => `deleteContent(id: "${id}") { id }`, log: ['trashed content'] },
    {
      given: content,
      mutation: (id) => `deleteContent(id: "${id}", permanently: true) { id }`,
      log: ['deleted content'],
    },
  ],
  restoreContent: { given: trashed, mutation: (id) => `restoreContent(id: "${id}") { id }`, log: ['restored content'] },
  deleteTrashedContent: {
    given: trashed,
    mutation: (id) => `deleteTrashedContent(id: "${id}") { id }`,
    log: ['deleted content'],
  },
  restoreContentVersion: {
    given: changed,
    mutation: (id) => `restoreContentVersion(id: "${id}", revision: 1) { id }`,
    log: ['updated content: excerpt'],
  },
  saveContentDraft: [
    {
      given: content,
      mutation: (id) => `saveContentDraft(id: "${id}", input: { excerpt: "E" }) { id }`,
      log: ['drafted content: excerpt'],
    },
    {
      given: drafted,
      mutation: (id) => `saveContentDraft(id: "${id}", input: { tags: ["t"] }) { id }`,
      log: ['drafted content: tags title'],
    },
  ],
  publishContentDraft: {
    given: drafted,
    mutation: (id) => `publishContentDraft(id: "${id}") { id }`,
    log: ['published content: publishedAt status title'],
  },
  discardContentDraft: {
    given: drafted,
    mutation: (id) => `discardContentDraft(id: "${id}") { id }`,
    log: ['discarded content: title'],
  },
  createPreviewToken: {
    given: content,
    mutation: (id) => `createPreviewToken(input: { itemId: "${id}" }) { id }`,
    log: ['created preview_token'],
  },
  revokePreviewToken: {
    given: previewToken,
    mutation: (id) => `revokePreviewToken(id: "${id}") { id }`,
    log: ['revoked preview_token'],
  },
  scheduleContent: [
    {
      given: content,
      mutation: (id) => `scheduleContent(id: "${id}", input: { publishAt: "${TOMORROW}" }) { publishAt }`,
      log: ['scheduled content: publishAt'],
    },
    {
      given: scheduled,
      mutation: (id) => `scheduleContent(id: "${id}", input: { publishAt: "${DAY_AFTER}" }) { publishAt }`,
      log: ['scheduled content: publishAt'],
    },
    {
      given: scheduled,
      mutation: (id) => `scheduleContent(id: "${id}", input: { publishAt: null }) { publishAt }`,
      log: ['unscheduled content: publishAt'],
    },
  ],
  createContentType: { mutation: (_, w) => `${typeOf(w.name())} { id }`, log: ['created content_type'] },
  updateContentType: {
    given: contentType,
    mutation: (slug) => `updateContentType(slug: "${slug}", input: { description: "D" }) { id }`,
    log: ['updated content_type: description'],
  },
  deleteContentType: {
    given: contentType,
    mutation: (slug) => `deleteContentType(slug: "${slug}", force: true) { id }`,
    log: ['deleted content_type'],
  },
  createCollection: {
    mutation: (_, w) => `createCollection(input: { name: "C", slug: "${w.name()}" }) { id }`,
    log: ['created collection'],
  },
  updateCollection: {
    given: collection,
    mutation: (id) => `updateCollection(id: "${id}", input: { name: "D" }) { id }`,
    log: ['updated collection: name'],
  },
  deleteCollection: {
    given: collection,
    mutation: (id) => `deleteCollection(id: "${id}") { id }`,
    log: ['deleted collection'],
  },
  createUploadGrant: {
    mutation: () => 'createUploadGrant(input: { filename: "a.txt", contentType: "text/plain" }) { key }',
    log: ['created asset'],
  },
  // A text is a file of the knowledge base as well.
  uploadAsset: {
    mutation: () => '',
    send: (w) => uploadAsset(w.site, 'a.txt', 'Text'),
    log: ['created file', 'created asset'],
  },
  updateAsset: {
    given: asset,
    mutation: (id) => `updateAsset(id: "${id}", input: { alt: "A" }) { id }`,
    log: ['updated asset: alt'],
  },
  moveAsset: {
    given: async (w) => `id: "${await asset(w)}", folderId: "${await folder(w)}"`,
    mutation: (given) => `moveAsset(${given}) { id }`,
    log: ['updated asset: folderId'],
  },
  deleteAsset: {
    given: asset,
    mutation: (id) => `deleteAsset(id: "${id}") { id }`,
    log: ['deleted file', 'deleted asset'],
  },
  createAssetFolder: {
    mutation: (_, w) => `createAssetFolder(input: { name: "F", slug: "${w.name()}" }) { id }`,
    log: ['created asset_folder'],
  },
  updateAssetFolder: {
    given: folder,
    mutation: (id) => `updateAssetFolder(id: "${id}", input: { name: "G" }) { id }`,
    log: ['updated asset_folder: name'],
  },
  deleteAssetFolder: {
    given: folder,
    mutation: (id) => `deleteAssetFolder(id: "${id}") { id }`,
    log: ['deleted asset_folder'],
  },
  createKnowledgeDocument: {
    mutation: () => 'createKnowledgeDocument(input: { title: "D", content: "Text" }) { id }',
    log: ['created document'],
  },
  updateKnowledgeDocument: {
    given: document,
    mutation: (id) => `updateKnowledgeDocument(id: "${id}", input: { tags: ["t"] }) { id }`,
    log: ['updated document: tags'],
  },
  deleteKnowledgeDocument: {
    given: document,
    mutation: (id) => `deleteKnowledgeDocument(id: "${id}") { id }`,
    log: ['deleted document'],
  },
  processFile: {
    given: fileKey,
    mutation: (key) => `processFile(input: { fileKey: "${key}", fileName: "F.txt" }) { id }`,
    log: ['updated file: name'],
  },
  addVideo: { mutation: (_, w) => `${videoOf(w.name())} { id }`, log: ['created video'] },
  deleteVideo: { given: video, mutation: (id) => `deleteVideo(id: "${id}") { id }`, log: ['deleted video'] },
};
