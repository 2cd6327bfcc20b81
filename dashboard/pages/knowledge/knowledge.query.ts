import { graphql } from '../../data/graphql.ts';

export const KNOWLEDGE = graphql(`
  query Knowledge {
    knowledgeSources {
      id
      fileName
      fileType
      status
      chunks
      createdAt
      error {
        message
      }
    }
    fileProcessingJobs(page: { limit: 100 }) {
      items {
        id
        documentId
        fileName
        status
        state
        stage
        progress
        createdAt
        error {
          message
        }
        lastError {
          message
        }
      }
    }
    videoJobs(page: { limit: 100 }) {
      items {
        id
        sourceId
        title
        status
        state
        stage
        progress
        createdAt
        error {
          message
        }
        lastError {
          message
        }
      }
    }
  }
`);

export const VIDEO_MODEL = graphql(`
  query VideoModel {
    videoModel {
      images
    }
  }
`);

export const ADD_DOCUMENT = graphql(`
  mutation AddDocument($input: CreateKnowledgeDocumentInput!) {
    createKnowledgeDocument(input: $input) {
      id
    }
  }
`);

export const ADD_VIDEO = graphql(`
  mutation AddVideo($input: AddVideoInput!) {
    addVideo(input: $input) {
      id
    }
  }
`);

export const RETRY = graphql(`
  mutation RetryKnowledge($id: ID!) {
    retryIndexing(id: $id) {
      id
    }
  }
`);

export const CHUNKS = graphql(`
  query KnowledgeChunks($sourceId: ID!, $page: PageInput) {
    knowledgeChunks(sourceId: $sourceId, page: $page) {
      total
      items {
        id
        position
        section
        text
        page
        startTime
        endTime
        hasVector
      }
    }
  }
`);

export const SEARCH = graphql(`
  query KnowledgeSearch($input: SearchInput!) {
    search(input: $input) {
      latencyMs
      unavailable
      results {
        id
        rank
        score
        title
        source
        sourceId
        section
        page
        startTime
        endTime
        url
        snippet(maxLength: 300) {
          text
          highlights {
            start
            end
          }
        }
        ranking {
          words {
            rank
            score
          }
          vector {
            rank
            score
          }
          fused {
            rank
            score
          }
          reranker {
            rank
            score
          }
        }
      }
    }
  }
`);
