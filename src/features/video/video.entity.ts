import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { Transcript } from '../../ports/transcriber.ts';
import type { SegmentAnalysis } from '../../ports/video-analyzer.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import { processingJob } from '../job/job.entity.ts';

/** The settings by which a job processes its video. */
export interface AnalysisConfig {
  /** Seconds. */
  segmentDuration: number;
  detectTechniques: boolean;
  /** Tells whether what is said is transcribed. */
  extractAudio: boolean;
  digestionInstructions: string | null;
}

export interface SkippedPart {
  /** The part of the video that the knowledge base lacks, such as `transcription`. */
  what: string;
  reason: string;
}

/** The findings of a job, which are stored when it hands the video to indexing. */
export interface StoredVideoResult {
  totalSegments: number;
  techniques: string[];
  skipped: SkippedPart[];
}

/** The analysis of a segment; `failure` says why its pictures could not be analysed. */
export type StoredAnalysis = SegmentAnalysis & { failure?: string };

/** The stored phase of a job. The end of indexing is not stored here, but with the knowledge source. */
export type VideoJobPhase = 'processing' | 'indexing' | 'failed' | 'cancelled';

/** The stages before indexing, in their order. */
export const PROCESSING_STAGES = ['upload', 'segmentation', 'analysis', 'transcription'] as const;
export type ProcessingStage = (typeof PROCESSING_STAGES)[number];

/** A video in the knowledge base; its id is that of the knowledge source. */
export const VideoEntity = defineEntity({
  name: 'Video',
  tableName: 'video',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    url: p.text(),
    /** The uploaded file that is read instead of the URL. */
    assetId: p.uuid().nullable(),
    fileName: p.text(),
    title: p.text(),
    /** Seconds; what the caller says, until it is measured. */
    duration: p.double().$type<number>().nullable(),
    /** BCP 47; null if unknown. */
    language: p.text().nullable(),
    accessLevel: p.text().$type<AccessLevel>(),
    requiredSubscriptions: p.array().$type<string[]>(),
    /** Its access level is that of the folder its file lies in, because none was given for the video itself. */
    followsFolder: p.boolean(),
    updatedAt,
  },
});

/** A job that processes a video. */
export const VideoJobEntity = defineEntity({
  name: 'VideoJob',
  tableName: 'video_job',
  filters: siteFilter(),
  properties: {
    ...processingJob,
    videoId: p.uuid(),
    phase: p.text().$type<VideoJobPhase>(),
    /** The last stage that was started. */
    stage: p.text().$type<ProcessingStage>(),
    /** Percent of the whole, until it is handed to indexing. */
    progress: p.double().$type<number>(),
    /** Number of segments; null until they are known. */
    segments: p.integer().nullable(),
    /** The number of segments that the stage has processed. */
    segmentsDone: p.integer(),
    analysisConfig: p.json().$type<AnalysisConfig>(),
    result: p.json().$type<StoredVideoResult>().nullable(),
  },
});

/** A part of a video, as one job has cut it. Those of the last job that was handed to indexing are searched. */
export const VideoSegmentEntity = defineEntity({
  name: 'VideoSegment',
  tableName: 'video_segment',
  filters: siteFilter(),
  properties: {
    videoJobId: p.uuid().primary(),
    /** Counts from 0. */
    position: p.integer().primary(),
    siteId: p.uuid(),
    startTime: p.double().$type<number>(),
    endTime: p.double().$type<number>(),
    /** The times of the key frames. */
    frameTimes: p.array().$type<number[]>(),
    /** The analysis; null until there is one. */
    analysis: p.json().$type<StoredAnalysis>().nullable(),
    /** The transcript; null until there is one. */
    transcript: p.json().$type<Transcript>().nullable(),
  },
});
