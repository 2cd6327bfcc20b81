import { graphql } from '../../data/graphql.ts';

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
