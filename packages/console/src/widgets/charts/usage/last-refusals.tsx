import { quoteText } from '@millwright/contract/filter/print'
import type { RequestLogEntry } from '@millwright/contract/records/request-log'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { collectionQuery } from '../../../instance/collections.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Text } from '../../../ui/text.tsx'
import { conditionsOf } from '../../records/list-declaration/list-search.ts'
import { useOpenTabs } from '../../records/open-tabs/open-tabs.ts'
import { t } from './messages.ts'
import styles from './usage.module.css'
import type { UsageOf } from './usage-query.ts'
import { outcomeWord, reasonWords } from './usage-words.ts'

const most = 5

interface LastRefusalsProps {
  /** Filter of the figures. */
  of: UsageOf
  /** The same filter as in the URL of the list: `app_id:is:3`. */
  log: readonly string[]
}

/** The latest rejected requests, each with a link to its details, and a link to all requests. */
export function LastRefusals({ of, log }: LastRefusalsProps) {
  const heading = useId()
  const where = log.join(';')
  const filter = refusedOf(of, where)
  const { data, error } = useQuery({
    ...collectionQuery('system/request_log', { filter, order: 'at DESC', limit: most }),
  })
  const mayOpen = useOpenTabs().some(({ path }) => path === '/reports')
  if (error || !data) return null
  return (
    <Stack as="section" gap={2} className={styles.panel} aria-labelledby={heading}>
      <Row gap={3} justify="between">
        <h3 id={heading}>{t.refusedLast}</h3>
        {mayOpen ? (
          <Text as="span" size="sm">
            <Link to="/reports/$id" params={{ id: 'requests' }} search={{ where }}>
              {t.allRequests}
            </Link>
          </Text>
        ) : null}
      </Row>
      {data.rows.length === 0 ? (
        <Text tone="muted" size="sm">
          {t.noRefusedRequests}
        </Text>
      ) : (
        <ul className={styles.refusals}>
          {data.rows.map((entry) => (
            <li key={entry.id}>
              <Text as="span" mono truncate size="sm">
                {mayOpen ? <Link to={`/reports/requests/${entry.id}`}>{callOf(entry)}</Link> : callOf(entry)}
              </Text>
              <span>
                {entry.status} · {entry.reason === null ? outcomeWord(entry.outcome) : reasonWords(entry.reason)}
              </span>
              <Text as="span" tone="muted" size="sm" nowrap>
                <RelativeDate value={entry.at} />
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** Formats a request: `GET db/_table/orders/{id}`. */
function callOf({ verb, service, resource }: Pick<RequestLogEntry, 'verb' | 'service' | 'resource'>): string {
  return `${verb} ${[service, resource].filter(Boolean).join('/')}`
}

const fields = {
  service: 'service',
  resource: 'resource',
  verb: 'verb',
  app: 'app_id',
  user: 'user_id',
  role: 'role_id',
} as const

/** A filter for the rejected requests of a subject; for a limit, those that exceeded it. */
function refusedOf(of: UsageOf, where: string): string {
  const limit = conditionsOf({ where }).find(({ field }) => field === 'limit_id')
  if (limit) return `(limit_id = ${Number(limit.value)})`
  const narrowed = Object.entries(fields).flatMap(([name, field]) => {
    const value = of[name as keyof typeof fields]
    if (value === undefined) return []
    if (typeof value === 'number') return [`(${field} = ${value})`]
    return [`(${field} in (${value.split(',').map(quoteText).join(',')}))`]
  })
  return [...narrowed, '(outcome in ("refused","limited"))'].join(' and ')
}
