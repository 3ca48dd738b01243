import { Badge } from '../../ui/badge.tsx'
import type { ApiRecord } from './api-queries.ts'
import { t } from './messages.ts'

/** Whether an API can be called, in a word. */
export function ApiBadge({ api }: { api: ApiRecord }) {
  switch (api.status) {
    case 'published':
      return api.has_changes ? (
        <Badge tone="accent">{t.publishedChanged}</Badge>
      ) : (
        <Badge tone="success">{t.published}</Badge>
      )
    case 'archived':
      return <Badge tone="warning">{t.archived}</Badge>
    default:
      return <Badge>{t.draft}</Badge>
  }
}
