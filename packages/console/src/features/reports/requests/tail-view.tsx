import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { dateWords } from '../../../language/date-words.ts'
import { durationWords } from '../../../language/duration-words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { parseWireDate } from '../../../ui/dates.ts'
import { Row } from '../../../ui/layout.tsx'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Text } from '../../../ui/text.tsx'
import { reasonWords } from '../../../widgets/charts/usage/usage-words.ts'
import { listQuestion } from '../../../widgets/list/record-list/list-view.ts'
import { type ListSearch, readListSearch } from '../../../widgets/records/list-declaration/list-search.ts'
import { RecordName } from '../../../widgets/records/record-picker/record-name.tsx'
import { appSource } from '../../../widgets/records/record-picker/record-source.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { t } from './messages.ts'
import { type ListedRequest, pathOf, requestList, toneOf, withoutOwn } from './request-list.tsx'
import styles from './requests.module.css'
import { emptyTail, keyOf, setPaused, type Tail, watchRequests, withNews } from './tail-stream.ts'

/** Live requests, with the filters of the list. */
export function TailView() {
  const search = readListSearch(useSearch({ strict: false }))
  const listFilter = listQuestion(requestList(), search, { views: [] }).filter
  // Polling makes requests, too, so the instance's own are excluded by default.
  const filter = listFilter ?? withoutOwn
  const [tail, setTail] = useState(emptyTail)

  useEffect(() => {
    const stop = new AbortController()
    setTail(emptyTail)
    void watchRequests({
      filter,
      signal: stop.signal,
      tell: (news) => setTail((now) => withNews(now, news)),
    })
    return () => stop.abort()
  }, [filter])

  return (
    <section className={styles.tail} aria-label={t.liveTail}>
      <Row gap={3} rowGap={2} wrap>
        <Button
          icon={tail.paused ? <IconPlayerPlay /> : <IconPlayerPause />}
          reads
          onClick={() => setTail((now) => setPaused(now, !now.paused))}
        >
          {tail.paused ? t.goOn : t.pause}
        </Button>
        <Button
          variant="quiet"
          icon={<IconX />}
          reads
          onClick={() => setTail((now) => ({ ...now, requests: [], held: [], skipped: 0 }))}
        >
          {t.clear}
        </Button>
        <span className={styles.dot} data-paused={tail.paused || tail.state !== 'connected' || undefined} />
        <Text as="span" tone="muted" size="sm" role="status">
          {stateWords(tail)}
        </Text>
        <Text as="span" tone="muted" size="sm">
          {listFilter === null ? t.withoutOwnRequests : t.watchFilterHelp}
        </Text>
      </Row>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard. */}
      <section className={styles.rows} tabIndex={0} aria-label={t.incomingRequests}>
        {tail.requests.length === 0 ? (
          <p className={styles.waiting}>{tail.state === 'away' ? t.instanceAway : t.watchEmptyHelp}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">{t.time}</th>
                <th scope="col">{tabWords.verb}</th>
                <th scope="col">{tabWords.path}</th>
                <th scope="col">{t.status}</th>
                <th scope="col">{t.reason}</th>
                <th scope="col">{tabWords.app}</th>
                <th scope="col">{t.duration}</th>
              </tr>
            </thead>
            <tbody>
              {tail.requests.map((request) => (
                <Line key={keyOf(request)} request={request} search={search} />
              ))}
            </tbody>
          </table>
        )}
      </section>
    </section>
  )
}

function Line({ request, search }: { request: ListedRequest; search: ListSearch }) {
  const { id, at, verb, status, reason, app_id: app, duration_ms: ms = 0 } = request
  const time = parseWireDate(at ?? '')
  return (
    <tr>
      <td>{time === null ? at : <RelativeDate value={time} words={dateWords(time, 'clock')} />}</td>
      <td>{verb}</td>
      <td className={styles.path} title={pathOf(request)}>
        {typeof id === 'number' ? (
          <Link to={`/reports/requests/${id}`} search={{ ...search, live: 1 }}>
            {pathOf(request)}
          </Link>
        ) : (
          pathOf(request)
        )}
      </td>
      <td>
        <Badge tone={toneOf(request)}>{status}</Badge>
      </td>
      <td>{reason ? reasonWords(reason) : ''}</td>
      <td>
        <RecordName sources={[appSource]} id={app ?? null} />
      </td>
      <td>{durationWords(ms)}</td>
    </tr>
  )
}

function stateWords({ state, paused, held, skipped, requests }: Tail): string {
  const gone = skipped === null ? t.someWereSkipped : skipped > 0 ? t.wereSkipped({ count: skipped }) : null
  const now =
    state === 'away'
      ? t.watchReconnecting
      : paused
        ? t.paused({ count: held.length })
        : state === 'connected'
          ? t.watching({ count: requests.length })
          : t.connecting
  return [now, gone].filter((part) => part !== null).join(' ')
}
