/** What this instance offers beyond the common wire; clients show such a thing only when it is named. */
export const features = ['etag', 'explain-access', 'outbox', 'email-preview', 'filter-people'] as const
