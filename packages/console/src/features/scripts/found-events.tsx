import { useQuery } from '@tanstack/react-query'
import { type RefObject, useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { LinkList } from '../../widgets/explorer/split/link-list.tsx'
import { commonWords } from '../../words/messages.ts'
import { type EventPath, endOf, placeholdersIn, type ServiceEvents } from './event-catalogue.ts'
import { t } from './messages.ts'
import { eventsQuery } from './script-queries.ts'
import { noScripts, ScriptMark, type Scripts, tallyWords, withScript } from './script-tally.tsx'
import styles from './scripts.module.css'
import { elsewhere, type ScriptsSearch, scriptPath } from './scripts-place.ts'

interface FoundEventsProps {
  /** The search text. */
  find: string
  search: ScriptsSearch
  scripts: Scripts
  open: string | null
  listRef: RefObject<HTMLUListElement | null>
  /** Called once the events of this search text are shown. */
  onFound: (() => void) | null
}

/** All names of possible and existing scripts that contain the search text. */
export function FoundEvents({ find, search, scripts, open, listRef, onFound }: FoundEventsProps) {
  const text = useDeferredValue(find)
  const only = search.only === 'scripts'
  const existing = useMemo(() => scripts.names.filter(matcher(text)), [scripts, text])
  const events = useQuery({ ...eventsQuery(null), enabled: !only })
  const { data: catalogue } = events
  const found = useQuery({
    queryKey: ['events', 'found', text, events.dataUpdatedAt],
    queryFn: ({ signal }) => findEvents(catalogue ?? [], text, { signal }),
    enabled: !only && catalogue !== undefined,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const names = useMemo(() => {
    const known = new Set(existing.map((name) => name.toLowerCase()))
    const others = only ? [] : (found.data?.names ?? []).filter((name) => !known.has(name.toLowerCase()))
    return [...existing, ...others]
  }, [existing, found.data, only])

  const isCurrent = text === find && (only || (found.data !== undefined && !found.isPlaceholderData))
  const tellFound = useEffectEvent(() => onFound?.())
  const awaited = onFound !== null && isCurrent
  useEffect(() => {
    if (awaited) tellFound()
  }, [awaited])

  if (!only && events.error && !catalogue)
    return (
      <Banner
        tone="danger"
        title={t.eventsFailed}
        actions={
          <Button size="small" onClick={() => void events.refetch()}>
            {commonWords.tryAgain}
          </Button>
        }
      >
        {messageOf(events.error)}
      </Banner>
    )
  const searching = !only && found.data === undefined
  if (searching && names.length === 0) return <Skeleton lines={8} />
  return (
    <>
      <p className={styles.found} role="status">
        {names.length === 0
          ? t.noEventMatches({ text })
          : !only && found.data?.more
            ? t.moreFound({ count: names.length })
            : t.found({ count: names.length })}
      </p>
      <LinkList
        count={names.length}
        chosenAt={names.indexOf(open ?? '')}
        listRef={listRef}
        row={(at) => {
          const name = names[at]
          if (name === undefined) return null
          const tally = withScript(noScripts, scripts.stateOf(name))
          return {
            key: name,
            to: scriptPath(name),
            search: { ...elsewhere(search), find },
            current: name === open,
            label: `${name}${tallyWords(tally)}`,
            content: (
              <>
                <EventName name={name} of={text} />
                <ScriptMark scripts={tally} counts={false} />
              </>
            ),
          }
        }}
      />
    </>
  )
}

interface EventNameProps {
  name: string
  /** The search text. */
  of: string
}

/** Omits what all events of a table begin with. Truncates other long names at their start, since names differ mostly at their end. */
function EventName({ name, of }: EventNameProps) {
  if (of.endsWith('.') && name.toLowerCase().startsWith(of.toLowerCase()))
    return (
      <Text as="span" size="sm" mono shrink truncate grow className={styles.entry} title={name}>
        {name.slice(of.length)}
      </Text>
    )
  const end = endOf(name)
  return (
    <Row as="span" align="stretch" grow shrink className={styles.ended} title={name}>
      <Text as="span" size="sm" mono shrink truncate grow className={styles.entry}>
        {name.slice(0, name.length - end.length)}
      </Text>
      <span className={styles.end}>{end}</span>
    </Row>
  )
}

interface Found {
  readonly names: readonly string[]
  /** Whether there are more matches than the limit. */
  readonly more: boolean
}

/** Maximum number of names to collect; nobody reads more than that. */
const maxFound = 5000

/** Milliseconds that a search may block the page at a time. */
const slice = 10

/**
 * Finds the script names that contain all words of a text. There may be hundreds of thousands of names, so only matching ones are created,
 * and the search yields to the page between slices.
 */
export async function findEvents(
  catalogue: readonly ServiceEvents[],
  text: string,
  { signal, most = maxFound }: { readonly signal: AbortSignal; readonly most?: number },
): Promise<Found> {
  const words = wordsOf(text)
  const found: string[] = []
  await pause()
  signal.throwIfAborted()
  let since = performance.now()
  for (const { paths } of catalogue) {
    for (const path of paths) {
      for (const endpoint of path.endpoints) {
        for (const name of namesWith(words, endpoint, path)) {
          if (found.length === most) return { names: found, more: true }
          found.push(name)
        }
        if (performance.now() - since < slice) continue
        await pause()
        signal.throwIfAborted()
        since = performance.now()
      }
    }
  }
  return { names: found, more: false }
}

/** The names of an endpoint that contain all words. */
function* namesWith(words: readonly string[], endpoint: string, path: EventPath): Generator<string> {
  const plain = endpoint.toLowerCase()
  if (words.every((word) => plain.includes(word))) yield endpoint
  for (const { before, after, values } of placeholdersIn(endpoint, path)) {
    const start = before.toLowerCase()
    const end = after.toLowerCase()
    // Words in the fixed parts of a name need no search in each value; the others can only match in the value or across its edges.
    const rest = words.flatMap((word) => {
      if (start.includes(word) || end.includes(word)) return []
      const reach = word.length - 1
      return [{ word, left: reach === 0 ? '' : start.slice(-reach), right: end.slice(0, reach) }]
    })
    for (const value of values) {
      if (rest.every(({ word, left, right }) => `${left}${value.toLowerCase()}${right}`.includes(word)))
        yield `${before}${value}${after}`
    }
  }
}

/** Returns a predicate for names that contain every word of a text, ignoring case. */
function matcher(text: string): (name: string) => boolean {
  const words = wordsOf(text)
  return (name) => {
    const plain = name.toLowerCase()
    return words.every((word) => plain.includes(word))
  }
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Yields to the event loop. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
