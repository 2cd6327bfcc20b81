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
