import { IconCode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure } from '../../widgets/load-failure/load-failure.tsx'
import { useLeaveWhenRefused } from '../../widgets/record-list/use-leave-when-refused.ts'
import { Split } from '../../widgets/split/split.tsx'
import { DetailWaiting, ListFoot, NothingChosen } from '../../widgets/split/split-parts.tsx'
import { FoundEvents } from './found-events.tsx'
import { MenuHead } from './menu-head.tsx'
import { scriptMessages } from './messages.ts'
import { scriptsQuery, scriptTypesQuery } from './script-queries.ts'
import styles from './scripts.module.css'
import { ScriptsMenu } from './scripts-menu.tsx'
import { elsewhere, readScriptsSearch, scriptPath } from './scripts-place.ts'
import type { Scripts } from './scripts-there.ts'
import { useFoundText } from './use-found-text.ts'
import { useMenu } from './use-menu.ts'

const ScriptView = lazy(() => import('./script-view.tsx').then((module) => ({ default: module.ScriptView })))

/** The menu of events, and beside it the script that is open. */
export function ScriptsTab() {
  const scripts = useQuery(scriptsQuery)
  const types = useQuery(scriptTypesQuery)
  const error = (scripts.data ? null : scripts.error) ?? (types.data ? null : types.error)
  useLeaveWhenRefused({ messages: scriptMessages }, error, false)
  if (error)
    return (
      <LoadFailure
        error={error}
        text={scriptMessages.loadFailed}
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
  const [folded, setFolded] = useState(false)
  const menu = useMenu(search, open, scripts)
  const master = useRef<HTMLElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  const close = () => void navigate({ to: scriptPath(null), search: elsewhere(search) })
  const toMenu = () => rows.current?.querySelector<HTMLElement>('a[tabindex="0"]')?.focus()

  return (
    <div className={styles.split}>
      <Split
        label="Events"
        master={master}
        chosen={open}
        folded={folded && open !== null}
        head={
          <MenuHead
            place={menu.place}
            search={search}
            open={open}
            text={text}
            onText={setText}
            onDown={toMenu}
            onEnter={() => rows.current?.querySelector('a')?.click()}
          />
        }
        list={
          text === '' ? (
            <ScriptsMenu menu={menu} search={search} open={open} listRef={rows} />
          ) : (
            <FoundEvents find={text} search={search} scripts={scripts} open={open} listRef={rows} />
          )
        }
        foot={<ListFoot>{footText(scripts)}</ListFoot>}
        detail={
          open === null ? (
            <NothingChosen>
              <EmptyState icon={<IconCode />} title="No event selected">
                Choose a service, what of it, and when: before it is asked, after it answered, or later. A script there
                can check, change, refuse or follow up every call.
              </EmptyState>
            </NothingChosen>
          ) : (
            <Suspense fallback={<DetailWaiting />}>
              <ScriptView key={open} name={open} folded={folded} onFold={() => setFolded(!folded)} onClose={close} />
            </Suspense>
          )
        }
      />
    </div>
  )
}

function footText({ names, stateOf }: Scripts): string {
  const off = names.filter((name) => stateOf(name) === 'inactive').length
  return `${names.length === 1 ? '1 script' : `${names.length} scripts`}${off === 0 ? '' : `, ${off} not active`}`
}
