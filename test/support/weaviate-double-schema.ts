import type { WeaviateClass } from 'weaviate-client';
import { DoubleTenant, type StoredObject } from './weaviate-double-tenant.ts';

export interface DoubleCollection {
  definition: WeaviateClass;
  tenants: Map<string, DoubleTenant>;
}

/** The collections, and what may be done to them. */
export class DoubleSchema {
  readonly collections = new Map<string, DoubleCollection>();
  /** What a query answers and a removal removes at most. */
  readonly mostResults: number;

  constructor(mostResults: number) {
    this.mostResults = mostResults;
  }

  create(definition: WeaviateClass): WeaviateClass {
    const name = definition.class ?? '';
    if (!/^[A-Z][_0-9A-Za-z]*$/.test(name)) throw new Error(`'${name}' is not a valid class name`);
    if (this.collections.has(name)) throw new Error('updating schema: TYPE_ADD_CLASS: class already exists');
    if ((definition.replicationConfig?.factor ?? 1) > 1) throw new Error('not enough storage replicas: found 1');
    this.collections.set(name, { definition, tenants: new Map() });
    return definition;
  }

  /** Quantization may be turned on; the number of replicas stays. */
  update(collection: DoubleCollection, definition: WeaviateClass): void {
    if (definition.replicationConfig?.factor !== collection.definition.replicationConfig?.factor) {
      throw new Error('not enough replicas in shard to increase replication factor');
    }
    collection.definition = definition;
  }

  private guess(name: string): void {
    this.create(guessed(name));
  }

  /** All data is lost, as after a start with an empty folder. */
  empty(): void {
    this.collections.clear();
  }

  /** Vectors are lost, their objects are kept. Default: all. */
  loseVectors(isLost: (object: StoredObject) => boolean = () => true): void {
    for (const { tenants } of this.collections.values())
      for (const tenant of tenants.values()) tenant.loseVectors(isLost);
  }

  find(name: string): DoubleCollection {
    const collection = this.collections.get(name);
    if (!collection) throw new Error(`could not find class ${name} in schema`);
    return collection;
  }

  tenant(collection: string, name: string): DoubleTenant {
    const tenant = this.find(collection).tenants.get(name);
    if (name === '') throw new Error(`class ${collection} has multi-tenancy enabled, but request was without tenant`);
    if (!tenant) throw new Error(`tenant not found: "${name}"`);
    return tenant;
  }

  /** Made when it is first written to, if the collection says so. */
  tenantToWrite(collection: string, name: string): DoubleTenant {
    if (!this.collections.has(collection)) this.guess(collection);
    const { definition, tenants } = this.find(collection);
    if (definition.multiTenancyConfig?.enabled !== true) {
      throw new Error(`class ${collection} has multi-tenancy disabled, but request was with tenant`);
    }
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) throw new Error(`'${name}' is not a valid tenant name`);
    if (definition.multiTenancyConfig?.autoTenantCreation !== true) return this.tenant(collection, name);
    const tenant = tenants.get(name) ?? new DoubleTenant(searchedProperty(definition), bm25Of(definition));
    tenants.set(name, tenant);
    return tenant;
  }
}

/** What the server's auto-schema makes of a class that it doesn't know, from the first write. */
function guessed(name: string): WeaviateClass {
  return { class: name, properties: [{ name: 'terms', dataType: ['text'], indexSearchable: true }] };
}

function searchedProperty({ properties }: WeaviateClass): string {
  const searched = (properties ?? []).filter(({ indexSearchable }) => indexSearchable === true);
  if (searched.length !== 1) throw new Error('one property is searched here');
  return searched[0]?.name ?? '';
}

function bm25Of({ invertedIndexConfig }: WeaviateClass): { b: number; k1: number } {
  const { b = 0.75, k1 = 1.2 } = invertedIndexConfig?.bm25 ?? {};
  return { b, k1 };
}
