import { IconChevronRight, IconFolder, IconServer2 as IconServer } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { subfoldersQuery } from '../../instance/folder-listing.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { rowWindow } from '../record-list/row-window.ts'
import { useScrollWindow } from '../record-list/use-scroll-window.ts'
import { type FolderPlace, placeId, placesAbove, readPlaceId } from './folder-place.ts'
import styles from './folder-tree.module.css'
import { type Subfolders, type TreeRoot, type TreeRow, treeRows } from './tree-rows.ts'

interface FolderTreeProps {
  label: string
  roots: readonly TreeRoot[]
  chosen: FolderPlace | null
  onChoose: (place: FolderPlace) => void
}

/** The folders of services. Each is asked for its folders when it is unfolded; only the rows in sight are drawn. */
export function FolderTree({ label, roots, chosen, onChoose }: FolderTreeProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const view = useScrollWindow(scroller)
  const chosenId = chosen && placeId(chosen)
  const { unfolded, fold } = useUnfolded(chosen)
  const ids = useMemo(() => [...unfolded], [unfolded])
  const rows = useQueries({
    queries: ids.map((id) => {
      const { service, folder } = readPlaceId(id)
      return { ...subfoldersQuery(service, folder), retry: false }
    }),
    combine: (answers) => {
      const known = new Map(ids.map((id, at) => [id, subfolders(answers[at])]))
      return treeRows(roots, unfolded, (id) => known.get(id))
    },
  })
  // What had the focus counts only until something else is chosen, here or elsewhere.
  const [visited, setVisited] = useState<{ readonly id: string; readonly since: string | null } | null>(null)
  const activeId = visited?.since === chosenId ? visited.id : chosenId
  const found = rows.findIndex(({ id }) => id === activeId)
  const activeAt =
    found >= 0
      ? found
      : Math.max(
          0,
          rows.findIndex(({ id }) => id === chosenId),
        )
  const focusActive = useFocusAt(scroller, activeAt)

  const move = (at: number) => {
    const row = rows[at]
    if (row?.kind !== 'folder' || at === activeAt) return
    setVisited({ id: row.id, since: chosenId })
    focusActive()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[activeAt]
    if (row?.kind !== 'folder' || event.ctrlKey || event.metaKey || event.altKey) return
    const target = keyTarget(event.key, rows, activeAt)
    if (target === 'unfold' || target === 'fold') fold(row.id, target === 'fold')
    else if (target === 'choose') onChoose(row.place)
    else if (target !== null) move(target)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div ref={scroller} className={styles.scroller}>
      <div role="tree" aria-label={label} onKeyDown={onKeyDown} tabIndex={-1} className={styles.tree}>
        {rowWindow({ count: rows.length, active: activeAt, ...view }).map((segment) => {
          if (segment.kind === 'gap')
            return <div key={`gap-${segment.from}`} role="none" style={{ height: segment.rows * view.rowHeight }} />
          const row = rows[segment.index]
          return row ? (
            <Row
              key={row.id}
              row={row}
              at={segment.index}
              active={segment.index === activeAt}
              chosen={row.id === chosenId}
              onFold={fold}
              onChoose={onChoose}
            />
          ) : null
        })}
      </div>
    </div>
  )
}

interface RowProps {
  row: TreeRow
  at: number
  active: boolean
  chosen: boolean
  onFold: (id: string, fold: boolean) => void
  onChoose: (place: FolderPlace) => void
}

function Row({ row, at, active, chosen, onFold, onChoose }: RowProps) {
  const indent = { '--level': row.level }
  if (row.kind !== 'folder')
    return (
      <div role="none" className={styles.note} style={indent} title={row.message}>
        {row.kind === 'loading' ? 'Reading…' : row.message}
      </div>
    )
  const folds = row.hasFolders !== false
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it handles the keys of all its rows
    <div
      role="treeitem"
      data-at={at}
      tabIndex={active ? 0 : -1}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-selected={chosen}
      aria-expanded={folds ? row.unfolded : undefined}
      className={styles.row}
      style={indent}
      title={row.label}
      onClick={() => onChoose(row.place)}
    >
      <span
        className={styles.fold}
        aria-hidden="true"
        onClick={(event) => {
          if (!folds) return
          event.stopPropagation()
          onFold(row.id, row.unfolded)
        }}
      >
        {folds ? <IconChevronRight data-unfolded={row.unfolded || undefined} /> : null}
      </span>
      {row.level === 1 ? <IconServer aria-hidden="true" /> : <IconFolder aria-hidden="true" />}
      <span className={styles.label}>{row.label}</span>
    </div>
  )
}

/** What of the tree is unfolded; the way down to what is chosen always is at first. */
function useUnfolded(chosen: FolderPlace | null) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(() => withAbove(new Set(), chosen))
  const [shownFor, setShownFor] = useState(chosen && placeId(chosen))
  const now = chosen && placeId(chosen)
  if (now !== shownFor) {
    setShownFor(now)
    setUnfolded(withAbove(unfolded, chosen))
  }
  const fold = (id: string, folded: boolean) => {
    const next = new Set(unfolded)
    if (folded) next.delete(id)
    else next.add(id)
    setUnfolded(next)
  }
  return { unfolded, fold }
}

function withAbove(unfolded: ReadonlySet<string>, chosen: FolderPlace | null): ReadonlySet<string> {
  if (chosen === null) return unfolded
  const above = chosen.folder === '' ? [chosen] : placesAbove(chosen)
  return new Set([...unfolded, ...above.map(placeId)])
}

function useFocusAt(scroller: { readonly current: HTMLElement | null }, at: number): () => void {
  const wanted = useRef(false)
  useEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    const row = scroller.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [scroller, at])
  return () => {
    wanted.current = true
  }
}

/** Where a key leads to from a row: another row, or something to do with this one; null when it is none of the tree's. */
function keyTarget(key: string, rows: readonly TreeRow[], at: number): number | 'fold' | 'unfold' | 'choose' | null {
  const row = rows[at]
  if (row?.kind !== 'folder') return null
  switch (key) {
    case 'ArrowDown':
      return nextFolder(rows, at, 1)
    case 'ArrowUp':
      return nextFolder(rows, at, -1)
    case 'Home':
      return 0
    case 'End':
      return nextFolder(rows, rows.length, -1)
    case 'ArrowRight':
      if (row.hasFolders === false) return at
      return row.unfolded ? nextFolder(rows, at, 1) : 'unfold'
    case 'ArrowLeft':
      if (row.unfolded && row.hasFolders !== false) return 'fold'
      return rows.findLastIndex((other, index) => index < at && other.level < row.level)
    case 'Enter':
    case ' ':
      return 'choose'
    default:
      return null
  }
}

function nextFolder(rows: readonly TreeRow[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) if (rows[at]?.kind === 'folder') return at
  return Math.min(from, rows.length - 1)
}

interface Answer {
  readonly data: Extract<Subfolders, { kind: 'known' }>['folders'] | undefined
  readonly error: Error | null
}

function subfolders(answer: Answer | undefined): Subfolders {
  if (answer?.data) return { kind: 'known', folders: answer.data }
  return answer?.error ? { kind: 'failed', message: messageOf(answer.error) } : { kind: 'loading' }
}
