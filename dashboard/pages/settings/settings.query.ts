import { graphql } from '../../data/graphql.ts';

export const SETTINGS = graphql(`
  query Settings($site: ID!) {
    site(id: $site) {
      id
      name
      ownerEmail
      plan
      linkHosts
      previewUrl
      activityDays
      trustCallerUser
      revision
      identity {
        projectId
        hasServiceAccount
      }
      allowsOwnModel
      model {
        provider
        name
        fastName
        baseUrl
        tools
        contextTokens
        key {
          lastFour
          setAt
        }
      }
      reranker {
        name
        baseUrl
        key {
          lastFour
          setAt
        }
      }
      subscriptions {
        slug
        name
        description
        grants
      }
      apiKeys {
        id
        name
        prefix
        scopes
        createdAt
        lastUsedAt
        expiresAt
        revokedAt
        formerPrefix
        formerUntil
      }
      usage {
        requestsPerMinute
        siteRequestsPerMinute
        requests {
          keyId
          requests
        }
        pointsPerOperation
        storedBytes
        files
        contentItems
        sources
      }
      limits {
        resource
        used
        max
      }
    }
    members {
      id
      name
      email
      role
    }
    invitations {
      id
      email
      role
      expiresAt
    }
  }
`);

export const INVITE_MEMBER = graphql(`
  mutation InviteMember($email: String!, $role: MemberRole!) {
    inviteMember(email: $email, role: $role) {
      id
    }
  }
`);

export const REVOKE_INVITATION = graphql(`
  mutation RevokeInvitation($id: ID!) {
    revokeInvitation(id: $id) {
      id
    }
  }
`);

export const UPDATE_MEMBER = graphql(`
  mutation UpdateMember($id: ID!, $role: MemberRole!) {
    updateMember(id: $id, role: $role) {
      id
    }
  }
`);

export const REMOVE_MEMBER = graphql(`
  mutation RemoveMember($id: ID!) {
    removeMember(id: $id) {
      id
    }
  }
`);

export const UPDATE_SITE = graphql(`
  mutation UpdateSite($site: ID!, $input: UpdateSiteInput!, $revision: Int) {
    updateSite(id: $site, input: $input, expectedRevision: $revision) {
      id
    }
  }
`);

export const CREATE_KEY = graphql(`
  mutation CreateKey($site: ID!, $input: CreateApiKeyInput!) {
    createApiKey(siteId: $site, input: $input) {
      id
      secret
    }
  }
`);

export const ROTATE_KEY = graphql(`
  mutation RotateKey($id: ID!, $input: RotateApiKeyInput) {
    rotateApiKey(id: $id, input: $input) {
      id
      secret
    }
  }
`);

export const REVOKE_KEY = graphql(`
  mutation RevokeKey($id: ID!) {
    revokeApiKey(id: $id) {
      id
    }
  }
`);

export const CHECK_TOKEN = graphql(`
  mutation CheckToken($site: ID!, $token: String!) {
    checkIdentityToken(siteId: $site, token: $token) {
      isValid
      problem
      audience
      expiresAt
      uid
      email
      displayName
      claims
      membershipTier
      membershipExpiry
      subscriptions
    }
  }
`);

export const UPDATE_MODEL = graphql(`
  mutation UpdateModel($site: ID!, $input: UpdateSiteModelInput!, $revision: Int) {
    updateSiteModel(siteId: $site, input: $input, expectedRevision: $revision) {
      id
    }
  }
`);

export const DELETE_MODEL = graphql(`
  mutation DeleteModel($id: ID!, $revision: Int) {
    deleteSiteModel(siteId: $id, expectedRevision: $revision) {
      id
    }
  }
`);

export const CHECK_MODEL = graphql(`
  mutation CheckModel($site: ID!) {
    checkSiteModel(siteId: $site) {
      name
      works
      problem
      status
    }
  }
`);

export const UPDATE_RERANKER = graphql(`
  mutation UpdateReranker($site: ID!, $input: UpdateSiteRerankerInput!, $revision: Int) {
    updateSiteReranker(siteId: $site, input: $input, expectedRevision: $revision) {
      id
    }
  }
`);

export const DELETE_RERANKER = graphql(`
  mutation DeleteReranker($id: ID!, $revision: Int) {
    deleteSiteReranker(siteId: $id, expectedRevision: $revision) {
      id
    }
  }
`);

export const CHECK_RERANKER = graphql(`
  mutation CheckReranker($site: ID!) {
    checkSiteReranker(siteId: $site) {
      name
      works
      problem
      status
    }
  }
`);
