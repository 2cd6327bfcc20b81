import type { EntitySchema } from '@mikro-orm/core';
import type { ClassType } from 'type-graphql';
import type { RunnerWork } from './job/job-runners.ts';
import type { SourceReaders } from './knowledge/source-text.ts';

/** What a feature consists of before anything runs, and how it is created. */
export interface Feature<Needs, Services extends object> {
  readonly entities?: readonly EntitySchema[];
  /** Classes with fields of the GraphQL schema. */
  readonly resolvers?: readonly ClassType[];
  /** @param needs ports, and services of the features before it in the list */
  readonly create: (needs: Needs) => CreatedFeature<Services>;
}

export interface CreatedFeature<Services extends object> {
  /** What other features, the server and tests use, by name. */
  services: Services;
  /** An instance of each resolver class. */
  resolvers?: readonly object[];
  /** Its jobs and its hourly maintenance. */
  work?: RunnerWork;
  /** How the text of its knowledge sources is read. */
  sources?: SourceReaders;
}

/** The identity function: infers what the feature needs and offers. */
export function defineFeature<Needs, Services extends object>(
  feature: Feature<Needs, Services>,
): Feature<Needs, Services> {
  return feature;
}

/**
 * Features in the order in which they are created. One that needs what none before it offers does not compile.
 * See decision 62.
 */
export class FeatureList<Needs extends object, Services extends object = object> {
  private readonly features: readonly Feature<never, object>[];

  constructor(features: readonly Feature<never, object>[] = []) {
    this.features = features;
  }

  with<S extends object>(feature: Feature<Needs & Services, S>): FeatureList<Needs, Services & S> {
    return new FeatureList([...this.features, feature]);
  }

  get entities(): EntitySchema[] {
    return this.features.flatMap(({ entities }) => entities ?? []);
  }

  get resolvers(): ClassType[] {
    return this.features.flatMap(({ resolvers }) => resolvers ?? []);
  }

  create(needs: Needs): { services: Services; created: readonly CreatedFeature<object>[] } {
    const available = { ...needs };
    const created = this.features.map((feature) => {
      const one = feature.create(available as never);
      Object.assign(available, one.services);
      return one;
    });
    const services = Object.assign({}, ...created.map((one) => one.services)) as Services;
    return { services, created };
  }
}
