import { newId } from '../../../src/shared/ids.ts';
import { Browser } from '../../support/browser.ts';
import { newMember, signedInMember } from '../../support/member.ts';
import type { GraphQLAnswer } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';
import { fieldOf, upload } from '../asset/uploading.ts';
import { Admin } from '../site/admin.ts';

type Caller = 'key' | 'owner' | 'admin';

interface Case {
  /** What is there before; its result is put into the mutation. */
  given?: (world: World) => Promise<string>;
  mutation: (given: string, world: World) => string;
  /** What is logged: action and kind of the resource, and the changed fields. */
  log: readonly string[];
  by?: Caller;
  /** For a call that is no GraphQL document alone. */
  send?: (world: World) => Promise<unknown>;
}

export type Cases = Readonly<Record<string, Case | readonly Case[]>>;

/** A site, and those who change it. */
export class World {
  readonly site: TestSite;
  readonly owner: Browser;
  readonly admin: Admin;
  private count = 0;

  private constructor(site: TestSite, owner: Browser) {
    this.site = site;
    this.owner = owner;
    this.admin = new Admin(site.service);
  }

  static async open(site: TestSite): Promise<World> {
    return new World(site, (await signedInMember(site.service, site.id, 'owner')).browser);
  }

  /** A name that nothing has yet. */
  name(): string {
    this.count++;
    return `n${this.count}`;
  }

  async ask<T = Record<string, never>>(mutation: string, by: Caller = 'key'): Promise<T> {
    const query = `mutation { ${mutation} }`;
    const { data, errors } = await this.send<T>(query, by);
    if (errors || !data) throw new Error(`${mutation}: ${JSON.stringify(errors)}`);
    return data;
  }

  /** The field `id`, or another, of what the mutation answers. */
  async make(mutation: string, { field = 'id', by = 'key' }: { field?: string; by?: Caller } = {}): Promise<string> {
    const [made] = Object.values(
      await this.ask<Record<string, Record<string, string>>>(`${mutation} { ${field} }`, by),
    );
    return made?.[field] ?? '';
  }

  private send<T>(query: string, by: Caller): Promise<GraphQLAnswer<T>> {
    if (by === 'admin') return this.admin.ask<T>(query);
    return by === 'owner' ? this.owner.graphql<T>(query, {}, this.site.id) : this.site.graphql<T>(query);
  }
}

const DAY_MS = 86_400_000;
export const TOMORROW = new Date(Date.now() + DAY_MS).toISOString();
export const DAY_AFTER = new Date(Date.now() + 2 * DAY_MS).toISOString();

export const content = (w: World, more = '') =>
  w.make(`createContent(input: { externalId: "${w.name()}", type: "article", title: "Secret title"${more} })`);
export const trashed = async (w: World) => {
  const id = await content(w);
  await w.ask(`deleteContent(id: "${id}") { id }`);
  return id;
};
export const changed = async (w: World) => {
  const id = await content(w);
  await w.ask(`updateContent(id: "${id}", input: { excerpt: "E" }) { id }`);
  return id;
};
export const contentType = (w: World) => w.make(typeOf(w.name()), { field: 'slug' });
export const typeOf = (slug: string) => `createContentType(input: { name: "T", slug: "${slug}" })`;
export const collection = (w: World) => w.make(`createCollection(input: { name: "C", slug: "${w.name()}" })`);
export const folder = (w: World) => w.make(`createAssetFolder(input: { name: "F", slug: "${w.name()}" })`);
export const fileKey = (w: World) => upload(w.site, `${w.name()}.txt`, 'Text');
export const asset = async (w: World) => String(await fieldOf(w.site, await fileKey(w), 'id'));
export const document = (w: World) => w.make('createKnowledgeDocument(input: { title: "D", content: "Text" })');
export const persona = (w: World) => w.make(`createPersona(input: { name: "${w.name()}", systemPrompt: "Be brief." })`);
export const trigger = (w: World) => w.make(triggerOf(w.name()));
export const triggerOf = (value: string) => `createTrigger(input: { type: keyword, trigger: { value: "${value}" } })`;
export const siteModelOf = ({ site }: World) =>
  `updateSiteModel(siteId: "${site.id}", input: { provider: openai, name: "gpt", apiKey: "secret-of-a-model" })`;
export const siteRerankerOf = ({ site }: World) =>
  `updateSiteReranker(siteId: "${site.id}", input: { name: "rerank", apiKey: "secret-of-a-model" })`;
export const tool = (w: World) => w.make(toolOf(w.name()));
export const toolOf = (name: string) =>
  `createWebhookTool(input: { name: "${name}", description: "D", inputSchema: { type: "object", properties: {} }, endpoint: "https://tools.example/call", method: POST })`;
export const endpoint = (w: World) => w.make(ENDPOINT);
export const ENDPOINT =
  'createWebhookEndpoint(input: { url: "https://hooks.invalid/secret-path", events: ["content.created"], enabled: false })';
export const apiKey = (w: World) =>
  w.make(`createApiKey(siteId: "${w.site.id}", input: { name: "K" })`, { by: 'admin', field: 'id' });
export const member = async (w: World) => (await newMember(w.site, 'viewer')).id;
export const invitation = (w: World) => w.make(invite(w), { by: 'owner' });
export const invite = (w: World) => `inviteMember(email: "${w.name()}-${newId()}@example.org", role: viewer)`;
export const videoOf = (name: string) => `addVideo(input: { videoUrl: "https://video.invalid/${name}.mp4" })`;
export const video = async (w: World) => {
  const added = await w.make(videoOf(w.name()), { field: 'id' });
  return w.make(`cancelVideoProcessing(id: "${added}")`, { field: 'sourceId' });
};
export const submission = async (w: World) => {
  const id = newId();
  await w.site.service.app.database.forSite(w.site.id, 'background').change(
    `insert into form_submission (id, site_id, form_name, field_count, source, anonymized_fields, created_at)
     values ($1, $2, 'Contact', 1, 'sdk', '{}', now())`,
    [id, w.site.id],
  );
  return id;
};
export const session = async (w: World) => {
  const id = newId();
  await w.site.service.app.database
    .forSite(w.site.id, 'background')
    .change('insert into chat_session (id, site_id, key, created_at, updated_at) values ($1, $2, $3, now(), now())', [
      id,
      w.site.id,
      `session-${id}`,
    ]);
  return `session-${id}`;
};
export const drafted = async (w: World) => {
  const id = await content(w);
  await w.ask(`saveContentDraft(id: "${id}", input: { title: "Draft title" }) { id }`);
  return id;
};
export const previewToken = async (w: World) => w.make(`createPreviewToken(input: { itemId: "${await content(w)}" })`);
export const previewed = async (w: World) => {
  const id = await content(w);
  await w.ask(`createPreviewToken(input: { itemId: "${id}" }) { id }`);
  return id;
};
export const scheduled = async (w: World) => {
  const id = await content(w);
  await w.ask(`scheduleContent(id: "${id}", input: { publishAt: "${TOMORROW}" }) { publishAt }`);
  return id;
};
