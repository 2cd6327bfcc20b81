/** What callers say or are: the fields of each type, of the rule `caller`. */
export const CALLER = {
  ChatFeedback: `
    comment
    createdAt
    messageId
    rating
    sessionId
    updatedAt
  `,
  Me: `
    email
    id
    isInstallationAdmin
    memberships
    name
  `,
  SavedView: `
    columns
    contentType
    createdByMe
    id
    name
    search
    sort
    status
  `,
  SubscriptionUser: `
    displayName
    email
    uid
  `,
  UserSubscriptions: `
    availableSubscriptions
    isAuthenticated
    membershipExpiry
    membershipTier
    message
    subscriptions
    user
  `,
  Viewer: `
    isAuthenticated
    membershipTier
    subscriptions
    uid
  `,
};
