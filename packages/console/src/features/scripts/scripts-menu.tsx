import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { serviceListQuery } from '../../instance/service-list.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { LinkList } from '../../widgets/explorer/split/link-list.tsx'
import { ListNote } from '../../widgets/explorer/split/split-parts.tsx'
import { commonWords } from '../../words/messages.ts'
import { eventPlace, scriptNames, serviceOf } from './event-catalogue.ts'
import {
  above,
  endpointRows,
  type MenuPlace,
  type MenuRow,
  marksOf,
  otherScripts,
  pathRows,
  scriptRows,
  serviceRows,
} from './menu-rows.ts'
import { t } from './messages.ts'
import { eventsQuery } from './script-queries.ts'
import { ScriptMark, type Scripts, tallyWords } from './script-tally.tsx'
import styles from './scripts.module.css'
import { elsewhere, type ScriptsSearch, scriptPath } from './scripts-place.ts'

interface ScriptsMenuProps {
  menu: Menu
  search: ScriptsSearch
  /** The name of the open script. */
  open: string | null
  listRef: RefObject<HTMLUListElement | null>
}

/** The entries at the current position of the menu. ← moves up a level. */
export function ScriptsMenu({ menu, search, open, listRef }: ScriptsMenuProps) {
  const navigate = useNavigate()
  const { place, error } = menu
  const only = search.only === 'scripts'
  const rows = menu.rows?.filter(({ scripts }) => !only || scripts.all > 0) ?? null
  useFocusOnward(listRef, place, rows)

  if (error)
    return (
      <Banner
        tone="danger"
        title={t.eventsFailed}
        actions={
          <Button size="small" onClick={menu.retry}>
            {commonWords.tryAgain}
          </Button>
        }
      >
        {messageOf(error)}
      </Banner>
    )
  if (rows === null) return <Skeleton lines={8} />
  if (rows.length === 0) return <ListNote>{only ? t.noScripts : t.noEvents}</ListNote>
  return (
    <LinkList
      count={rows.length}
      chosenAt={rows.findIndex(({ name, leads }) => leads.to === 'script' && name === open)}
      listRef={listRef}
      onKeyDown={(event) => {
        const up = above(place)
        if (event.key !== 'ArrowLeft' || up === null) return
        event.preventDefault()
        void navigate({ to: scriptPath(open), search: searchAt(up, search) })
      }}
      row={(at) => {
        const row = rows[at]
        if (!row) return null
        const leadsOn = row.leads.to === 'menu'
        return {
          key: row.key,
          to: scriptPath(leadsOn ? open : row.name),
          search: searchAt(row.leads.place, leadsOn ? search : elsewhere(search)),
          current: !leadsOn && row.name === open,
          label: `${row.name}${row.label === '' ? '' : ` ${row.label}`}${tallyWords(row.scripts)}`,
          content: <Entry row={row} />,
        }
      }}
    />
  )
}

/** The URL search of a position in the menu, preserving the filter and the open script's section. */
export function searchAt({ service, resource, endpoint }: MenuPlace, { only, section }: ScriptsSearch): ScriptsSearch {
  return {
    service: service ?? '',
    ...(resource !== null && { resource }),
    ...(endpoint !== null && { endpoint }),
    ...(only && { only }),
    ...(section && { section }),
  }
}

function Entry({ row }: { row: MenuRow }) {
  const { name, own, around, label, scripts, leads } = row
  return (
    <>
      <Text as="span" size="sm" mono shrink truncate grow className={styles.entry} title={name}>
        {around === null ? (
          own
        ) : (
          <>
            <Text as="span" tone="muted" weight="regular">
              {around[0]}
            </Text>
            {own}
            <Text as="span" tone="muted" weight="regular">
              {around[1]}
            </Text>
          </>
        )}
      </Text>
      {label === '' ? null : (
        <>
          {' '}
          <span className={styles.label} title={label}>
            {label}
          </span>
        </>
      )}
      <ScriptMark scripts={scripts} counts={leads.to === 'menu'} />
      {leads.to === 'menu' ? <IconChevronRight size={16} color="var(--text-faint)" aria-hidden="true" /> : null}
    </>
  )
}

/** Moves focus when the entries change: to the first entry on the way down, to the previous one on the way up. */
function useFocusOnward(
  listRef: RefObject<HTMLUListElement | null>,
  place: MenuPlace,
  rows: readonly MenuRow[] | null,
): void {
  const key = [place.service, place.resource, place.endpoint].filter((part) => part !== null).join('\n')
  const before = useRef(key)
  const had = useRef(false)
  const list = listRef.current
  if (list?.contains(document.activeElement)) had.current = true
  const there = rows !== null
  useEffect(() => {
    if (before.current === key || !there) return
    const from = before.current
    before.current = key
    const links = listRef.current
    // Scrolls new entries to the top, unless the open script is among them.
    if (links?.parentElement && !links.querySelector('[aria-current]')) links.parentElement.scrollTop = 0
    const lost = had.current && (document.activeElement === null || document.activeElement === document.body)
    had.current = false
    if (!lost) return
    const below = from.split('\n')[key === '' ? 0 : key.split('\n').length]
    const at = from.startsWith(key) ? (rows ?? []).findIndex(({ name }) => name === below) : 0
    const row = links?.querySelector<HTMLElement>(`[data-at="${Math.max(at, 0)}"]`) ?? links?.querySelector('a')
    row?.focus({ preventScroll: at <= 0 })
  })
}

interface Menu {
  /** The requested place, as far as it exists. */
  readonly place: MenuPlace
  /** `null` while loading. */
  readonly rows: readonly MenuRow[] | null
  readonly error: Error | null
  readonly retry: () => void
}

const everything: MenuPlace = { service: null, resource: null, endpoint: null }

/** The current position of the menu and its entries. */
export function useMenu(search: ScriptsSearch, open: string | null, scripts: Scripts): Menu {
  const services = useQuery(serviceListQuery)
  const serviceName = search.service ?? (open === null ? '' : serviceOf(open))
  const service = serviceName === '' ? null : serviceName
  const events = useQuery({ ...eventsQuery(service), enabled: service !== null })

  const paths = events.data?.find((one) => one.service.toLowerCase() === service?.toLowerCase())?.paths ?? null
  const own = useMemo(
    () => scripts.names.filter((name) => service !== null && serviceOf(name).toLowerCase() === service.toLowerCase()),
    [scripts, service],
  )
  const marks = useMemo(() => marksOf(own, scripts, paths ?? []), [own, scripts, paths])
  const place = service === null ? everything : placeIn(service, search, open, paths ?? [])
  const { resource, endpoint } = place

  const rows = useMemo((): readonly MenuRow[] | null => {
    if (service === null) return services.data ? serviceRows(services.data.services, scripts) : null
    if (!events.data) return null
    if (resource === otherScripts) return scriptRows(marks.other, scripts, { service, resource, endpoint: null })
    const path = paths?.find(({ name }) => name === resource)
    if (!path) return pathRows(service, paths ?? [], marks, scripts)
    if (endpoint === null) return endpointRows(service, path, marks)
    return scriptRows(scriptNames(endpoint, path), scripts, { service, resource, endpoint })
  }, [service, resource, endpoint, services.data, events.data, paths, marks, scripts])

  const query = service === null ? services : events
  return { place, rows, error: query.data ? null : query.error, retry: () => void query.refetch() }
}

/** The place in the URL, as far as it exists; without one, the place of the open script. */
function placeIn(
  service: string,
  search: ScriptsSearch,
  open: string | null,
  paths: Parameters<typeof eventPlace>[1],
): MenuPlace {
  const top = { service, resource: null, endpoint: null }
  if (search.service === undefined) {
    const found = open === null ? null : eventPlace(open, paths)
    if (found) return { service, resource: found.path.name, endpoint: found.endpoint }
    return open !== null && paths.length > 0 ? { ...top, resource: otherScripts } : top
  }
  if (search.resource === otherScripts) return { ...top, resource: otherScripts }
  const path = paths.find(({ name }) => name === search.resource)
  if (!path) return top
  const endpoint = path.endpoints.find((one) => one === search.endpoint) ?? null
  return { service, resource: path.name, endpoint }
}
