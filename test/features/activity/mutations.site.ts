import {
  type Cases,
  ENDPOINT,
  apiKey,
  endpoint,
  invitation,
  invite,
  member,
  persona,
  siteModelOf,
  siteRerankerOf,
  session,
  submission,
  tool,
  toolOf,
  trigger,
  triggerOf,
} from './world.ts';

/** Mutations that change the agent, webhooks and the site, each with what its log has to say. */
export const OF_SITE: Cases = {
  createPersona: {
    mutation: (_, w) => `createPersona(input: { name: "${w.name()}", systemPrompt: "Be brief." }) { id }`,
    log: ['created persona'],
  },
  updatePersona: {
    given: persona,
    mutation: (id) => `updatePersona(idOrSlug: "${id}", input: { voice: { formality: formal } }) { id }`,
    log: ['updated persona: voice'],
  },
  deletePersona: {
    given: persona,
    mutation: (id) => `deletePersona(idOrSlug: "${id}") { id }`,
    log: ['deleted persona'],
  },
  createTrigger: { mutation: (_, w) => `${triggerOf(w.name())} { id }`, log: ['created trigger'] },
  updateTrigger: {
    given: trigger,
    mutation: (id) => `updateTrigger(id: "${id}", input: { enabled: false }) { id }`,
    log: ['updated trigger: enabled'],
  },
  deleteTrigger: { given: trigger, mutation: (id) => `deleteTrigger(id: "${id}") { id }`, log: ['deleted trigger'] },
  createWebhookTool: { mutation: (_, w) => `${toolOf(w.name())} { id }`, log: ['created webhook_tool'] },
  updateWebhookTool: {
    given: tool,
    mutation: (id) => `updateWebhookTool(id: "${id}", input: { headers: { authorization: "secret-header" } }) { id }`,
    log: ['updated webhook_tool: headers'],
  },
  rotateWebhookToolSecret: {
    given: tool,
    mutation: (id) => `rotateWebhookToolSecret(id: "${id}") { id }`,
    log: ['rotated webhook_tool: secret'],
  },
  deleteWebhookTool: {
    given: tool,
    mutation: (id) => `deleteWebhookTool(id: "${id}") { id }`,
    log: ['deleted webhook_tool'],
  },
  createWebhookEndpoint: { mutation: () => `${ENDPOINT} { id }`, log: ['created webhook_endpoint'] },
  updateWebhookEndpoint: {
    given: endpoint,
    mutation: (id) => `updateWebhookEndpoint(id: "${id}", input: { events: ["content.deleted"] }) { id }`,
    log: ['updated webhook_endpoint: events'],
  },
  rotateWebhookSecret: {
    given: endpoint,
    mutation: (id) => `rotateWebhookSecret(id: "${id}") { id }`,
    log: ['rotated webhook_endpoint: secret'],
  },
  deleteWebhookEndpoint: {
    given: endpoint,
    mutation: (id) => `deleteWebhookEndpoint(id: "${id}") { id }`,
    log: ['deleted webhook_endpoint'],
  },
  updateSite: [
    {
      mutation: (_, w) => `updateSite(id: "${w.site.id}", input: { forms: { recipients: ["a@example.org"] } }) { id }`,
      log: ['updated site: forms'],
      by: 'admin',
    },
    {
      mutation: (_, w) => `updateSite(id: "${w.site.id}", input: { trashDays: 7, activityDays: 90 }) { id }`,
      log: ['updated site: activityDays trashDays'],
      by: 'owner',
    },
  ],
  updateSiteReranker: {
    mutation: (_, w) => `${siteRerankerOf(w)} { id }`,
    log: ['updated site: reranker'],
    by: 'owner',
  },
  deleteSiteReranker: {
    given: (w) => w.make(siteRerankerOf(w), { by: 'owner' }),
    mutation: (id) => `deleteSiteReranker(siteId: "${id}") { id }`,
    log: ['updated site: reranker'],
    by: 'owner',
  },
  updateSiteModel: {
    mutation: (_, w) => `${siteModelOf(w)} { id }`,
    log: ['updated site: model'],
    by: 'owner',
  },
  deleteSiteModel: {
    given: (w) => w.make(siteModelOf(w), { by: 'owner' }),
    mutation: (id) => `deleteSiteModel(siteId: "${id}") { id }`,
    log: ['updated site: model'],
    by: 'owner',
  },
  createApiKey: {
    mutation: (_, w) => `createApiKey(siteId: "${w.site.id}", input: { name: "K" }) { id }`,
    log: ['created api_key'],
    by: 'owner',
  },
  rotateApiKey: [
    {
      given: apiKey,
      mutation: (id) => `rotateApiKey(id: "${id}") { id }`,
      log: ['rotated api_key: secret'],
      by: 'admin',
    },
    {
      given: apiKey,
      mutation: (id) => `rotateApiKey(id: "${id}") { id }`,
      log: ['rotated api_key: secret'],
      by: 'owner',
    },
  ],
  revokeApiKey: [
    {
      given: apiKey,
      mutation: (id) => `revokeApiKey(id: "${id}") { id }`,
      log: ['revoked api_key: revokedAt'],
      by: 'admin',
    },
    {
      given: apiKey,
      mutation: (id) => `revokeApiKey(id: "${id}") { id }`,
      log: ['revoked api_key: revokedAt'],
      by: 'owner',
    },
  ],
  inviteMember: { mutation: (_, w) => `${invite(w)} { id }`, log: ['created invitation'], by: 'owner' },
  revokeInvitation: {
    given: invitation,
    mutation: (id) => `revokeInvitation(id: "${id}") { id }`,
    log: ['deleted invitation'],
    by: 'owner',
  },
  updateMember: {
    given: member,
    mutation: (id) => `updateMember(id: "${id}", role: editor) { id }`,
    log: ['updated member: role'],
    by: 'owner',
  },
  removeMember: {
    given: member,
    mutation: (id) => `removeMember(id: "${id}") { id }`,
    log: ['deleted member'],
    by: 'owner',
  },
  deleteFormSubmission: {
    given: submission,
    mutation: (id, w) => `deleteFormSubmission(siteId: "${w.site.id}", id: "${id}") { id }`,
    log: ['deleted form_submission'],
    by: 'owner',
  },
  deleteChatSession: {
    given: session,
    mutation: (key, w) => `deleteChatSession(siteId: "${w.site.id}", sessionId: "${key}") { id }`,
    log: ['deleted chat_session'],
    by: 'owner',
  },
};

const PROCESSING = 'changes when something is processed, and no resource';
const OF_USER = 'a saved view is of its user alone, and no resource of the site';
const OUTSIDE = 'sends something, and changes nothing';

/** Mutations that are no activity of a site, each with its reason. */
export const EXCEPTIONS: Record<string, string> = {
  createSite: 'the first entry of the log, tested below',
  deleteSite: 'takes the log of the site along',
  chat: 'what visitors do is no activity: conversations have lists of their own',
  rateChatMessage: 'what visitors do is no activity: ratings are in the conversation',
  submitForm: 'what visitors do is no activity: submissions have a list of their own',
  createSavedView: OF_USER,
  updateSavedView: OF_USER,
  deleteSavedView: OF_USER,
  checkIdentityToken: OUTSIDE,
  checkSiteModel: OUTSIDE,
  checkSiteReranker: OUTSIDE,
  testWebhookEndpoint: OUTSIDE,
  testWebhookTool: OUTSIDE,
  redeliverWebhook: OUTSIDE,
  cancelFileProcessing: PROCESSING,
  retryFileProcessing: PROCESSING,
  cancelVideoProcessing: PROCESSING,
  retryVideoProcessing: PROCESSING,
  retryIndexing: PROCESSING,
  startEmbeddingChange: 'concerns the installation, and no site',
  cancelEmbeddingChange: 'concerns the installation, and no site',
};
