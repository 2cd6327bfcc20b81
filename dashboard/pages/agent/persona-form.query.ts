import { graphql } from '../../data/graphql.ts';

export const DELETE_PERSONA = graphql(`
  mutation DeletePersona($id: ID!, $revision: Int) {
    deletePersona(idOrSlug: $id, expectedRevision: $revision) {
      id
    }
  }
`);

export const PERSONA = graphql(`
  query Persona($id: ID!) {
    persona(idOrSlug: $id) {
      id
      revision
      name
      description
      systemPrompt
      avatar
      appType
      capabilityTier
      status
      expertise
      welcomeMessage
      suggestedQuestions
      voice {
        tone
        verbosity
        formality
        personality
      }
      behavior {
        reasoningEffort
        showCitations
        verifyCitations
        proactiveEngagement
        askClarifyingQuestions
        maxResponseLength
      }
      sdkResponseConfig {
        citationStyle
        responseFormat
      }
    }
  }
`);
