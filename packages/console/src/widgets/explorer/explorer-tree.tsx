import {
  IconDatabase,
  IconDots,
  IconEye,
  IconFolder,
  IconFolders,
  IconMathFunction,
  IconPlugConnected,
  IconSchema,
  IconTable,
} from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import room from '../../ui/room.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { useOpenTabs } from '../records/open-tabs/open-tabs.ts'
import styles from './explorer.module.css'
import { type ExplorerNode, nodeId, wayTo } from './explorer-nodes.ts'
import { type ExplorerPlace, type Pane, panesOf } from './explorer-place.ts'
import { t } from './messages.ts'
import { ListSearchBox } from './split/list-search-box.tsx'
import { Tree, useUnfolded } from './tree/tree.tsx'
import { useShown } from './use-address.ts'
import { useExplorerRows } from './use-explorer-rows.ts'
import { useExplorerServices } from './use-explorer-services.ts'

/** All services with their tables, routines and folders. Choosing one opens it in the current pane, if it has that pane. */
export function ExplorerTree({ children }: { children?: ReactNode }) {
  const navigate = useNavigate()
  const tabs = useOpenTabs()
  const { services: all, loading, error, retry } = useExplorerServices()
  const { place = null, pane = 'rows' } = useShown() ?? {}
  const { allowroot }: { allowroot?: unknown } = useSearch({ strict: false })
  // A URL with this parameter restricts the user to the folder's service.
  const services = allowroot === 'false' ? all.filter(({ name }) => name === place?.service) : all
  const [find, setFind] = useState('')
  const own = useRef<HTMLElement>(null)
  const of = services.find(({ name }) => name === place?.service)?.of
  const chosenId = place && nodeId(place)
  const [unfolded, fold] = useUnfolded(`${chosenId} ${of}`, place && of ? wayTo(place, of) : [])
  const { rows, awaited, unasked } = useExplorerRows(services, unfolded, find)
  const chosen = rows.find(
    (row) => row.kind === 'node' && (row.id === chosenId || isStructureOf(row.node, place, pane)),
  )

  const linkOf = (node: ExplorerNode) => {
    if (!node.place || !node.service) return null
    const panes = panesOf(node.place, node.service.of, tabs, node.inDatabase)
    const address = (panes.find((one) => one.pane === pane) ?? panes[0])?.address ?? null
    return address && allowroot === 'false' ? { ...address, search: { ...address.search, allowroot } } : address
  }
  const choose = (node: ExplorerNode) => {
    const link = linkOf(node)
    if (link) void navigate(link)
    else fold(node.id, unfolded.has(node.id))
  }
  const toRows = () => own.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus()
  return (
    <nav ref={own} className={styles.tree} aria-label={t.explorer}>
      <div className={styles.treeHead}>
        <ListSearchBox
          label={t.searchPlaceholder}
          placeholder={tabWords.search}
          text={find}
          onChange={setFind}
          onDown={toRows}
          onEnter={() => {
            const nodes = rows.flatMap((row) => (row.kind === 'node' ? [row.node] : []))
            const first = nodes.find(({ kind }) => kind === 'table' || kind === 'view') ?? nodes[0]
            if (first) choose(first)
          }}
        />
        {children}
      </div>
      {loading && services.length === 0 ? (
        <Skeleton lines={6} />
      ) : (
        <Tree
          label={commonWords.services}
          rows={rows}
          chosenId={chosen?.id ?? chosenId}
          onFold={fold}
          onChoose={choose}
          iconOf={iconOf}
          linkOf={linkOf}
          titleOf={({ title }) => title}
        />
      )}
      <p className={classNames(styles.treeFoot, room.whenFilled)} role="status">
        {find.trim() === '' ? '' : foundWords(rows.length, awaited, unasked)}
      </p>
      {/* If there are none, the pane reports it. */}
      {error && services.length > 0 ? (
        <div className={styles.treeFoot}>
          <p>{messageOf(error)}</p>
          <Button size="small" onClick={retry}>
            {commonWords.tryAgain}
          </Button>
        </div>
      ) : null}
    </nav>
  )
}

/** Whether the node is the table of a structure URL, which has its database name. */
function isStructureOf({ inDatabase, place: own }: ExplorerNode, place: ExplorerPlace | null, pane: Pane) {
  return pane === 'structure' && place?.kind === 'table' && inDatabase === place.name && own?.service === place.service
}

function foundWords(rows: number, awaited: number, unasked: number): string {
  if (awaited > 0) return t.searching
  const more = unasked === 0 ? [] : [t.unsearchedDatabases({ count: unasked })]
  return [...(rows === 0 ? [t.nothingMatches] : []), ...more].join(' ')
}

function iconOf({ kind, service }: ExplorerNode): ReactNode {
  switch (kind) {
    case 'service':
      return service?.of === 'database' ? (
        <IconDatabase aria-hidden="true" />
      ) : service?.of === 'files' ? (
        <IconFolders aria-hidden="true" />
      ) : (
        <IconPlugConnected aria-hidden="true" />
      )
    case 'table':
      return <IconTable aria-hidden="true" />
    case 'view':
      return <IconEye aria-label={t.view} />
    case 'schema':
      return <IconSchema aria-hidden="true" />
    case 'folder':
      return <IconFolder aria-hidden="true" />
    case 'others':
      return <IconDots aria-hidden="true" />
    default:
      return <IconMathFunction aria-hidden="true" />
  }
}
