import type { EntitySchema } from '@mikro-orm/core';
import type { ClassType } from 'type-graphql';
import type { RunnerWork } from './job/job-runners.ts';
import type { SourceReaders } from './knowledge/source-text.ts';

/** A feature has its parts before anything runs, and a function that creates it. */
export interface Feature<Dependencies, Services extends object> {
  readonly entities?: readonly EntitySchema[];
  /** Classes with fields of the GraphQL schema. */
  readonly resolvers?: readonly ClassType[];
  /** @param dependencies ports, and services of the features before it in the list */
  readonly create: (dependencies: Dependencies) => CreatedFeature<Services>;
}

export interface CreatedFeature<Services extends object> {
  /** The services that other features, the server and tests use, by name. */
  services: Services;
  /** An instance of each resolver class. */
  resolvers?: readonly object[];
  /** Its jobs and its hourly maintenance. */
  work?: RunnerWork;
  /** The readers of the text of its knowledge sources. */
  sources?: SourceReaders;
}

/** The identity function: infers what the feature needs and offers. */
export function defineFeature<Dependencies, Services extends object>(
  feature: Feature<Dependencies, Services>,
): Feature<Dependencies, Services> {
  return feature;
}

/**
 * Features in the order in which they are created. One that needs what none before it offers does not compile.
 * See decision 62.
 */
export class FeatureList<Dependencies extends object, Services extends object = object> {
  private readonly features: readonly Feature<never, object>[];

  constructor(features: readonly Feature<never, object>[] = []) {
    this.features = features;
  }

  add<S extends object>(feature: Feature<Dependencies & Services, S>): FeatureList<Dependencies, Services & S> {
    return new FeatureList([...this.features, feature]);
  }

  get entities(): EntitySchema[] {
    return this.features.flatMap(({ entities }) => entities ?? []);
  }

  get resolvers(): ClassType[] {
    return this.features.flatMap(({ resolvers }) => resolvers ?? []);
  }

  create(dependencies: Dependencies): { services: Services; created: readonly CreatedFeature<object>[] } {
    const available = { ...dependencies };
    const created = this.features.map((feature) => {
      const one = feature.create(available as never);
      Object.assign(available, one.services);
      return one;
    });
    const services = Object.assign({}, ...created.map((one) => one.services)) as Services;
    return { services, created };
  }
}
