import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useEnvironment } from '../../instance/environment.ts'
import { serverMessages } from '../../instance/server-sentences.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { exactWireTime } from '../../ui/dates.ts'
import { Row } from '../../ui/layout.tsx'
import { RelativeDate } from '../../ui/relative-date.tsx'
import { Text } from '../../ui/text.tsx'
import { type ApiRecord, endpointsQuery } from './api-queries.ts'
import styles from './custom-apis.module.css'
import { t } from './messages.ts'
import type { EndpointRecord } from './plan/endpoint-draft.ts'

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

/** Inactive endpoints may be unfinished. */
export function isBroken({ problems, is_active: isActive }: EndpointRecord): boolean {
  return isActive !== false && problems !== undefined && problems.length > 0
}

/** That endpoints need changes, and since when the first of them does, if that is known. */
export function BrokenBadge({ endpoints }: { endpoints: readonly EndpointRecord[] }) {
  const dates = endpoints.flatMap(({ broken_since: since }) => (since ? [since] : []))
  const [since] = dates.toSorted()
  return (
    <Row gap={2}>
      {since ? (
        <Text as="span" tone="muted" size="sm" nowrap className={styles.since}>
          <RelativeDate value={since} />
        </Text>
      ) : null}
      <Badge tone="danger">{t.broken}</Badge>
    </Row>
  )
}

/** What is wrong with a stored endpoint now, and since when; nothing if it works. */
export function BrokenBanner({ id }: { id: number | undefined }) {
  const { data } = useQuery(endpointsQuery(useEnvironment()))
  useEffect(() => void serverMessages.load(), [])
  const endpoint = data?.rows.find((each) => each.id === id)
  if (endpoint === undefined || !isBroken(endpoint)) return null
  const { broken_since: since } = endpoint
  return (
    <Banner tone="danger" title={since ? t.stoppedWorking({ date: exactWireTime(since) }) : t.broken}>
      {endpoint.problems?.map(({ message }) => (
        <p key={message}>{serverMessages.say(message)}</p>
      ))}
    </Banner>
  )
}
