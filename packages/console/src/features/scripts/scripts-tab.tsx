import { IconArrowLeft, IconCode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { ListSearchBox } from '../../widgets/explorer/split/list-search-box.tsx'
import { Split } from '../../widgets/explorer/split/split.tsx'
import { DetailWaiting, ListFoot, NothingChosen } from '../../widgets/explorer/split/split-parts.tsx'
import { useHasTree } from '../../widgets/explorer/use-address.ts'
import { useReturnHomeOnError } from '../../widgets/list/record-list/use-leave-when-refused.ts'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { commonWords } from '../../words/messages.ts'
import { FoundEvents } from './found-events.tsx'
import { above, type MenuPlace, otherScripts } from './menu-rows.ts'
import { t } from './messages.ts'
import { scriptsQuery, scriptTypesQuery } from './script-queries.ts'
import { triggerTable } from './script-sentence.ts'
import type { Scripts } from './script-tally.tsx'
import styles from './scripts.module.css'
import { ScriptsMenu, searchAt, useMenu } from './scripts-menu.tsx'
import { elsewhere, readScriptsSearch, type ScriptsSearch, scriptPath } from './scripts-place.ts'

const TriggerStart = lazy(() => import('./trigger-choice.tsx').then((module) => ({ default: module.TriggerStart })))

/** Milliseconds without a key press before the URL is updated with the search text. */
const pause = 400

/** The text in the search box, updated immediately; the URL follows after a pause in typing. */
function useFoundText(search: ScriptsSearch): readonly [string, (text: string) => void] {
  const navigate = useNavigate()
  const said = search.find ?? ''
  const [text, setText] = useState(said)
  const [seen, setSeen] = useState(said)
  /** The text in the URL, or about to be. */
  const [known, setKnown] = useState(said)
  // Navigation, such as the back button, replaces the text.
  if (said !== seen) {
    setSeen(said)
    if (said !== known) {
      setKnown(said)
      setText(said)
    }
  }
  const say = useEffectEvent((next: string) => {
    setKnown(next)
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, find: next === '' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  })
  useEffect(() => {
    if (text === known) return
    const timer = setTimeout(() => say(text), pause)
    return () => clearTimeout(timer)
  }, [text, known])
  return [text, setText]
}

const ScriptView = lazy(() => import('./script-view.tsx').then((module) => ({ default: module.ScriptView })))

/** The menu of events, and the open script beside it. */
export function ScriptsTab() {
  const scripts = useQuery(scriptsQuery)
  const types = useQuery(scriptTypesQuery)
  const error = (scripts.data ? null : scripts.error) ?? (types.data ? null : types.error)
  useReturnHomeOnError({ messages: { module: t.module, loadFailed: t.loadFailed, noAccess: t.noAccess } }, error, false)
  if (error)
    return (
      <LoadFailure
        error={error}
        text={t.loadFailed}
        onRetry={() => {
          if (scripts.error) void scripts.refetch()
          if (types.error) void types.refetch()
        }}
      />
    )
  return scripts.data && types.data ? <Events scripts={scripts.data} /> : <Skeleton lines={8} />
}

function Events({ scripts }: { scripts: Scripts }) {
  const navigate = useNavigate()
  const { id: open = null } = useParams({ strict: false })
  const search = readScriptsSearch(useSearch({ strict: false }))
  const [text, setText] = useFoundText(search)
  const hasTree = useHasTree()
  const [chosen, setChosen] = useState<boolean | null>(null)
  /** Enter was pressed in the search box, to open the first event that it finds. */
  const [entered, setEntered] = useState(false)
  // Beside the tree of services, an open script needs the room of the list.
  const folded = chosen ?? hasTree
  const menu = useMenu(search, open, scripts)
  const master = useRef<HTMLElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const begin = triggerTable(search.find ?? '')
  const close = () => void navigate({ to: scriptPath(null), search: elsewhere(search) })
  const openFirst = () => {
    setEntered(false)
    rows.current?.querySelector('a')?.click()
  }
  const toMenu = () => rows.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus()

  return (
    <div className={styles.split}>
      <Split
        label={t.events}
        master={master}
        chosen={open}
        begins
        folded={folded && open !== null}
        head={
          <MenuHead
            place={menu.place}
            search={search}
            open={open}
            text={text}
            onText={(next) => {
              setEntered(false)
              setText(next)
            }}
            onDown={toMenu}
            onEnter={() => (text === '' ? openFirst() : setEntered(true))}
          />
        }
        list={
          text === '' ? (
            <ScriptsMenu menu={menu} search={search} open={open} listRef={rows} />
          ) : (
            <FoundEvents
              find={text}
              search={search}
              scripts={scripts}
              open={open}
              listRef={rows}
              onFound={entered ? openFirst : null}
            />
          )
        }
        foot={<ListFoot>{footText(scripts)}</ListFoot>}
        detail={
          open === null ? (
            <NothingChosen>
              <EmptyState
                icon={<IconCode />}
                title={t.noEventSelected}
                actions={
                  <Suspense fallback={null}>
                    <TriggerStart
                      key={`${begin.service}/${begin.table}`}
                      begin={begin}
                      onOpen={(event) => void navigate({ to: scriptPath(event), search: elsewhere(search) })}
                    />
                  </Suspense>
                }
              >
                {t.pickHelp}
              </EmptyState>
            </NothingChosen>
          ) : (
            <Suspense fallback={<DetailWaiting />}>
              <ScriptView key={open} name={open} folded={folded} onFold={() => setChosen(!folded)} onClose={close} />
            </Suspense>
          )
        }
      />
    </div>
  )
}

function footText({ names, stateOf }: Scripts): string {
  const off = names.filter((name) => stateOf(name) === 'inactive').length
  return off === 0 ? t.scripts({ count: names.length }) : t.scriptsSomeOff({ count: names.length, off })
}

interface MenuHeadProps {
  place: MenuPlace
  search: ScriptsSearch
  open: string | null
  /** The search text. */
  text: string
  onText: (text: string) => void
  onDown: () => void
  onEnter: () => void
}

/** The search box, and breadcrumbs of the menu. */
function MenuHead({ place, search, open, text, onText, onDown, onEnter }: MenuHeadProps) {
  const navigate = useNavigate()
  const here = scriptPath(open)
  const up = above(place)
  return (
    <Stack gap={2}>
      <ListSearchBox label={t.searchEvents} text={text} onChange={onText} onDown={onDown} onEnter={onEnter} />
      <Checkbox
        label={t.withScriptsOnly}
        value={search.only === 'scripts'}
        onChange={(only) =>
          void navigate({
            to: here,
            search: { ...search, only: only ? ('scripts' as const) : undefined },
            replace: true,
            resetScroll: false,
          })
        }
      />
      {text === '' && up !== null ? (
        <div className={styles.way}>
          <IconButton
            label={t.back}
            size="small"
            icon={<IconArrowLeft />}
            onClick={() => void navigate({ to: here, search: searchAt(up, search) })}
          />
          <ol className={styles.crumbs} aria-label={t.breadcrumb}>
            {waysUp(place).map(({ name, at }) => (
              <li key={`${at.service}\n${at.resource}`}>
                <Link to={here} search={searchAt(at, search)} preload={false}>
                  {name}
                </Link>
              </li>
            ))}
            <Text as="li" weight="medium" aria-current="location">
              {lastName(place)}
            </Text>
          </ol>
        </div>
      ) : null}
    </Stack>
  )
}

/** The levels above the current one, topmost first. */
function waysUp({
  service,
  resource,
  endpoint,
}: MenuPlace): readonly { readonly name: string; readonly at: MenuPlace }[] {
  const all = { name: commonWords.services, at: { service: null, resource: null, endpoint: null } }
  if (service === null || resource === null) return [all]
  const inService = { name: service, at: { service, resource: null, endpoint: null } }
  if (endpoint === null) return [all, inService]
  return [all, inService, { name: nameOf(service, resource), at: { service, resource, endpoint: null } }]
}

function lastName({ service, resource, endpoint }: MenuPlace): string {
  if (endpoint !== null) return endpoint.startsWith(`${resource}.`) ? endpoint.slice(`${resource}.`.length) : endpoint
  if (resource !== null) return nameOf(service ?? '', resource)
  return service ?? ''
}

function nameOf(service: string, resource: string): string {
  if (resource === otherScripts) return t.otherScripts
  return resource.startsWith(`${service}.`) ? resource.slice(`${service}.`.length) : resource
}
