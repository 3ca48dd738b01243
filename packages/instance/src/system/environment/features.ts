/** What this instance offers beyond the common wire; clients show such a thing only when it is named. */
export const features = ['etag', 'outbox', 'email-preview'] as const
