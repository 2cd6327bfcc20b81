import { beforeEach } from 'vitest';
import type { TestService } from '../../support/service.ts';
import type { RestAnswer, TestSite } from '../../support/site.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { type User, headersOf } from '../access/world.ts';
import { fieldOf, upload } from '../asset/uploading.ts';
import { type Item, anItem, createItem, createType } from './items.ts';

export const PREMIUM: User = { tier: 'premium' };

interface Uses {
  items: { _id: string }[];
  total: number;
  hasMore: boolean;
}

/** A new site for each test, with a content type `page` whose items have files. */
export function usePages(): Pages {
  const service = useService();
  const site = useSiteForEach(service);
  beforeEach(async () => {
    await createType(site, 'page', [
      { name: 'cover', type: 'media', validation: { allowedTypes: ['image/*'], maxSize: 5_000 } },
      { name: 'manual', type: 'file' },
      { name: 'plain', type: 'text' },
      { name: 'next', type: 'reference' },
    ]);
  });
  return new Pages(service, site);
}

export class Pages {
  readonly service: TestService;
  readonly site: TestSite;

  constructor(service: TestService, site: TestSite) {
    this.service = service;
    this.site = site;
  }

  /** The id of a new file. */
  async file(name: string, content: Buffer, fields: Record<string, string> = {}, of = this.site): Promise<string> {
    const key = await upload(of, name, content, fields);
    // Also of a restricted file.
    const { system } = this.service.app.database;
    const rows = await system.rows<{ id: string }>('select id from asset where key = $1', [key]);
    return String(rows[0]?.id ?? (await fieldOf(of, key, 'id')));
  }

  /** The id of a new folder. */
  async folder(accessLevel: string): Promise<string> {
    return (await this.site.create('/assets/folders', { name: accessLevel, slug: accessLevel, accessLevel }))._id;
  }

  page(customFields: object, more: object = {}): Promise<Item> {
    return createItem(this.site, { type: 'page', status: 'published', customFields, ...more });
  }

  post(customFields: object): Promise<RestAnswer<Item>> {
    return this.site.post<Item>('/content', anItem({ type: 'page', customFields }));
  }

  /** The custom fields of an item with its files. */
  async expanded(id: string, user: User | null = null): Promise<Record<string, unknown>> {
    const { body } = await this.site.get<Item>(`/content/${id}?expand=true`, await headersOf(this.site, user));
    return body.data.customFields;
  }

  async usedBy(id: string, of = this.site, headers: Record<string, string> = {}): Promise<Uses> {
    const { body } = await of.get<{ usedBy: Uses }>(`/assets/${id}?usedBy=true`, headers);
    return body.data.usedBy;
  }
}
