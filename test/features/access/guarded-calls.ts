import { type Ask, ID_FIELDS, selectionOf } from './guarded-site.ts';
import { COMMON_WORD } from './world.ts';

/** How each guarded root field is asked for everything that it could give out. */
export const FIELD_CALLS: Record<string, Ask> = {
  ...Object.fromEntries(
    ID_FIELDS.map((field): [string, Ask] => [
      field,
      (site, headers) =>
        site.each((thing) =>
          site.ask(`query ($id: ID!) { ${field}(id: $id) ${selectionOf(field)} }`, headers, site.idOf(thing, field)),
        ),
    ]),
  ),
  contentBySlug: (site, headers) =>
    site.each(async (thing) => {
      const { type, slug } = await site.placeOf(site.idOf(thing, 'content'));
      return site.ask(`{ contentBySlug(type: "${type}", slug: "${slug}") ${selectionOf('contentBySlug')} }`, headers);
    }),
  contentVersions: (site, headers) =>
    site.each(({ content }) =>
      site.ask(`query ($id: ID!) { contentVersions(id: $id) ${selectionOf('contentVersions')} }`, headers, content),
    ),
  contentVersion: (site, headers) =>
    site.each(({ content }) => {
      const query = `query ($id: ID!) { contentVersion(id: $id, revision: 1) ${selectionOf('contentVersion')} }`;
      return site.ask(query, headers, content);
    }),
  contentDifferences: (site, headers) =>
    site.each(({ content }) =>
      site.ask('query ($id: ID!) { contentDifferences(id: $id, from: 1, to: 2) { before after } }', headers, content),
    ),
  contentDraft: (site, headers) =>
    site.each(({ content }) =>
      site.ask(`query ($id: ID!) { contentDraft(id: $id) ${selectionOf('contentDraft')} }`, headers, content),
    ),
  scheduledContents: (site, headers) => site.ask(`{ scheduledContents ${selectionOf('scheduledContents')} }`, headers),
  trashedContents: (site, headers) => site.ask(`{ trashedContents ${selectionOf('trashedContents')} }`, headers),
  assets: (site, headers) => site.ask(`{ assets(page: { limit: 20 }) ${selectionOf('assets')} }`, headers),
  assetFolders: async (site, headers) =>
    (await site.ask(`{ assetFolders ${selectionOf('assetFolders', 1)} }`, headers)) +
    (await site.ask('{ assetFolders(tree: true) { name tree children { name description metadata } } }', headers)),
  contents: async (site, headers) => {
    const list = (given: string) =>
      site.ask(`{ contents(page: { limit: 20 }${given}) ${selectionOf('contents')} }`, headers);
    return (await list('')) + (await list(', includeRestricted: true'));
  },
  contentChanges: (site, headers) =>
    site.ask(`{ contentChanges(limit: 20) ${selectionOf('contentChanges')} }`, headers),
  fileProcessingJobs: async (site, headers) =>
    (await site.ask(`{ fileProcessingJobs(page: { limit: 20 }) ${selectionOf('fileProcessingJobs')} }`, headers)) +
    (await site.ask('{ fileProcessingJobs(filter: { status: completed }) { total items { fileName } } }', headers)),
  videoJobs: async (site, headers) =>
    (await site.ask(`{ videoJobs(page: { limit: 20 }) ${selectionOf('videoJobs')} }`, headers)) +
    (await site.ask('{ videoJobs(filter: { status: failed }) { total items { title } } }', headers)),
  knowledgeDocuments: (site, headers) =>
    site.ask(`{ knowledgeDocuments(page: { limit: 20 }) ${selectionOf('knowledgeDocuments')} }`, headers),
  knowledgeChunks: (site, headers) =>
    site.each(async (thing) => {
      const query = `query ($id: ID!) { knowledgeChunks(sourceId: $id) ${selectionOf('knowledgeChunks')} }`;
      return (
        (await site.ask(query, headers, thing.knowledgeDocument)) + (await site.ask(query, headers, thing.content))
      );
    }),
  knowledgeSources: (site, headers) => site.ask(`{ knowledgeSources ${selectionOf('knowledgeSources')} }`, headers),
  search: (site, headers) =>
    site.ask(`{ search(input: { query: "${COMMON_WORD}", maxResults: 50 }) ${selectionOf('search')} }`, headers),
  chat: (site, headers) =>
    site.ask(
      `mutation { chat(input: { message: "${COMMON_WORD}" }) { message toolCalls { output } citations { sources { title metadata } } } }`,
      headers,
    ),
  chatSession: async (site, headers) => {
    const sessionId = site.newSessionId(headers);
    const query = `mutation ($id: String) { chat(input: { message: "${COMMON_WORD}", sessionId: $id }) { message } }`;
    await site.ask(query, headers, sessionId);
    return site.ask(
      `query ($id: ID!) { chatSession(id: $id) { summary turns { message trace answer { message } } } }`,
      headers,
      sessionId,
    );
  },
  chatStream: (site, headers) =>
    site.stream(
      `subscription { chatStream(input: { message: "${COMMON_WORD}" }) { __typename ... on ChatTextEvent { text } ... on ChatAnswerEvent { answer { message citations { sources { title metadata } } } } } }`,
      headers,
    ),
  fileProcessingJobChanged: (site, headers) =>
    site.each((thing) =>
      site.stream(
        `subscription ($id: ID!) { fileProcessingJobChanged(id: $id) ${selectionOf('fileProcessingJob')} }`,
        headers,
        thing.fileProcessingJob,
      ),
    ),
  videoJobChanged: (site, headers) =>
    site.each((thing) =>
      site.stream(
        `subscription ($id: ID!) { videoJobChanged(id: $id) ${selectionOf('videoJob')} }`,
        headers,
        thing.videoJob,
      ),
    ),
};

/** How each guarded route is asked for everything that it could give out. */
export const ROUTE_CALLS: Record<string, Ask> = {
  'GET /assets': (site, headers) => site.get('/assets?limit=20', headers),
  'GET /assets/:id': (site, headers) =>
    site.each(({ asset }) => site.get(`/assets/${encodeURIComponent(asset)}`, headers)),
  'GET /assets/folders': async (site, headers) =>
    (await site.get('/assets/folders', headers)) + (await site.get('/assets/folders?tree=true', headers)),
  'GET /content': async (site, headers) => {
    const lists = ['expand=true&includeContent=true', 'expand=true&includeContent=true&includeRestricted=true'];
    return (await Promise.all(lists.map((query) => site.get(`/content?${query}`, headers)))).join('');
  },
  'GET /content/changes': (site, headers) => site.get('/content/changes?items=true', headers),
  'GET /content/:id': (site, headers) =>
    site.each(({ content }) => site.get(`/content/${content}?expand=true`, headers)),
  'GET /content/:id/translations': (site, headers) => site.get(`/content/${site.hub}/translations`, headers),
  'GET /content/:id/draft': (site, headers) =>
    site.each(({ content }) => site.get(`/content/${content}/draft`, headers)),
  'GET /content/:id/versions': (site, headers) =>
    site.each(({ content }) => site.get(`/content/${content}/versions`, headers)),
  'GET /content/:id/versions/:revision': (site, headers) =>
    site.each(({ content }) => site.get(`/content/${content}/versions/1`, headers)),
  'GET /content/schedule': (site, headers) => site.get('/content/schedule', headers),
  'GET /content/trash': (site, headers) => site.get('/content/trash', headers),
  'GET /knowledge/documents': (site, headers) => site.get('/knowledge/documents', headers),
  'GET /knowledge/documents/:id': (site, headers) =>
    site.each((thing) => site.get(`/knowledge/documents/${thing.knowledgeDocument}`, headers)),
  'GET /knowledge/process/:jobId': (site, headers) =>
    site.each((thing) => site.get(`/knowledge/process/${thing.fileProcessingJob}`, headers)),
  'GET /content/by-slug/:type/:slug': (site, headers) =>
    site.each(async (thing) => {
      const { type, slug } = await site.placeOf(site.idOf(thing, 'content'));
      return site.get(`/content/by-slug/${type}/${slug}`, headers);
    }),
  'GET /knowledge/video': (site, headers) => site.get('/knowledge/video?status=failed', headers),
  'GET /knowledge/video/:jobId': (site, headers) =>
    site.each(({ videoJob }) => site.get(`/knowledge/video/${videoJob}`, headers)),
  'GET /rag/documents': (site, headers) => site.get('/rag/documents', headers),
  'POST /agent/chat': (site, headers) => site.post('/agent/chat', { message: COMMON_WORD }, headers),
  'POST /rag/search': (site, headers) =>
    site.post('/rag/search', { query: COMMON_WORD, maxResults: 50, searchType: 'expanded' }, headers),
};
