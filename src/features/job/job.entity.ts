import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { AccessLevel } from '../../access/access-level.ts';

/** The error of a failed job as it is shown: without internals. */
export interface JobError {
  code: string;
  message: string;
}

/** The kind says what a job does; its handler is registered under it. */
export type JobKind =
  | 'index-source'
  | 'remove-site'
  | 'remove-site-rows'
  | 'sync-content-type'
  | 'change-fields'
  | 'index-fields'
  | 'clear-field-index'
  | 'index-content-text'
  | 'apply-content-schedule'
  | 'check-upload'
  | 'clear-asset'
  | 'clear-variants'
  | 'compute-blurhashes'
  | 'process-file'
  | 'process-video'
  | 'reconcile-index'
  | 'change-embedder'
  | 'remove-vectors'
  | 'dispatch-webhooks'
  | 'deliver-webhooks';

export const JobEntity = defineEntity({
  name: 'Job',
  tableName: 'job',
  filters: siteFilter(),
  properties: {
    id: p.uuid().primary(),
    siteId: p.uuid().nullable(),
    /** The lane of its site; jobs that belong to none share one. */
    lane: p.uuid(),
    kind: p.text().$type<JobKind>(),
    /** The subject of the job: at most one job of a kind and key waits, and at most one runs. */
    key: p.text(),
    payload: p.json().$type<Record<string, unknown>>(),
    status: p.text().$type<'queued' | 'running' | 'completed' | 'failed'>(),
    /** The number of times that the job has been started, a run that goes on included. */
    attempts: p.integer(),
    runAt: p.datetime(),
    /** Identifies the worker that runs it, which must send a heartbeat before `leasedUntil`. */
    lease: p.uuid().nullable(),
    leasedUntil: p.datetime().nullable(),
    error: p.json().$type<JobError>().nullable(),
    createdAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
    /** An unavailable dependency, and since when the job waits for it. */
    waitsFor: p.text().nullable(),
    waitsSince: p.datetime().nullable(),
  },
});

/** The properties that jobs of files and of videos share. Their access level is that of the file or video. */
export const processingJob = {
  ...siteRow,
  attempts: p.integer(),
  /** The revision of the source, once it is being indexed. */
  revision: p.integer().nullable(),
  error: p.json().$type<JobError>().nullable(),
  accessLevel: p.text().$type<AccessLevel>(),
  requiredSubscriptions: p.array().$type<string[]>(),
  updatedAt,
};
