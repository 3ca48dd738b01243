/** What this instance offers beyond the common wire; clients show such a thing only when it is named. */
export const features = [
  'access-by-tabs',
  'api-docs-yaml',
  'audit',
  'email-preview',
  'etag',
  'explain-access',
  'export-all',
  'filter-people',
  'key-use',
  'mail-check',
  'outbox',
  'package-plan',
  'schema-preview',
  'scheduler-plus',
  'script-runs',
  'script-trial',
] as const
