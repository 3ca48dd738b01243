import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import entry from '../../../ui/entry.module.css'
import { Text } from '../../../ui/text.tsx'
import { rowWindow, useScrollWindow } from '../../list/record-list/scroll-window.ts'
import styles from './tree.module.css'
import type { TreeNode, TreeRow } from './tree-rows.ts'

/** The link of an entry. */
export interface NodeLink {
  readonly to: string
  readonly search?: object
}

interface TreeProps<Node> {
  label: string
  rows: readonly TreeRow<Node>[]
  /** `null` if no entry is chosen. */
  chosenId: string | null
  onFold: (id: string, fold: boolean) => void
  /** Called on a click on an entry without a link, and on Enter on any entry. */
  onChoose: (node: Node) => void
  iconOf: (node: Node, level: number) => ReactNode
  /** The link of an entry, so that it can be opened in a new tab; none if `null` or absent. */
  linkOf?: (node: Node) => NodeLink | null
  /** Tooltip of an entry. */
  titleOf?: (node: Node) => string
}

/** A virtualized tree. Arrow keys, Home and End move through it. */
export function Tree<Node extends TreeNode>({
  label,
  rows,
  chosenId,
  onFold,
  onChoose,
  iconOf,
  linkOf,
  titleOf,
}: TreeProps<Node>) {
  const scroller = useRef<HTMLDivElement>(null)
  const view = useScrollWindow(scroller)
  // The last focused entry counts only until another one is chosen, here or elsewhere.
  const [visited, setVisited] = useState<{ readonly id: string; readonly since: string | null } | null>(null)
  const activeId = visited?.since === chosenId ? visited.id : chosenId
  const placeOf = (wanted: string | null) => rows.findIndex(({ id }) => id === wanted)
  const found = placeOf(activeId)
  const activeAt = found >= 0 ? found : Math.max(0, placeOf(chosenId))
  const focusActive = useFocusAt(scroller, activeAt)
  useChosenInSight(scroller, placeOf(chosenId), view.rowHeight)

  const move = (at: number) => {
    const row = rows[at]
    if (row?.kind !== 'node' || at === activeAt) return
    setVisited({ id: row.id, since: chosenId })
    focusActive()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[activeAt]
    if (row?.kind !== 'node' || event.ctrlKey || event.metaKey || event.altKey) return
    const target = keyTarget(event.key, rows, activeAt)
    if (target === 'unfold' || target === 'fold') onFold(row.id, target === 'fold')
    else if (target === 'choose') onChoose(row.node)
    else if (target !== null) move(target)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div ref={scroller} className={styles.scroller}>
      <div
        role="tree"
        aria-label={label}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const row = rows[Number(target.dataset.at ?? -1)]
          if (row && row.id !== activeId) setVisited({ id: row.id, since: chosenId })
        }}
        tabIndex={-1}
        className={styles.tree}
      >
        {rowWindow({ count: rows.length, active: activeAt, ...view }).map((segment) => {
          if (segment.kind === 'gap')
            return <div key={`gap-${segment.from}`} role="none" style={{ height: segment.rows * view.rowHeight }} />
          const row = rows[segment.index]
          if (!row) return null
          if (row.kind === 'note')
            return (
              <div
                key={row.id}
                role="none"
                className={styles.note}
                style={{ '--level': row.level }}
                title={row.message}
              >
                {row.message}
              </div>
            )
          return (
            <Row
              key={row.id}
              row={row}
              at={segment.index}
              active={segment.index === activeAt}
              chosen={row.id === chosenId}
              icon={iconOf(row.node, row.level)}
              link={linkOf?.(row.node) ?? null}
              title={titleOf?.(row.node) ?? row.node.label}
              onFold={onFold}
              onChoose={() => onChoose(row.node)}
            />
          )
        })}
      </div>
    </div>
  )
}

interface RowProps<Node> {
  row: Extract<TreeRow<Node>, { kind: 'node' }>
  at: number
  active: boolean
  chosen: boolean
  icon: ReactNode
  link: NodeLink | null
  title: string
  onFold: (id: string, fold: boolean) => void
  onChoose: () => void
}

function Row<Node extends TreeNode>({ row, at, active, chosen, icon, link, title, onFold, onChoose }: RowProps<Node>) {
  const shared = {
    role: 'treeitem',
    'data-at': at,
    tabIndex: active ? 0 : -1,
    'aria-level': row.level,
    'aria-posinset': row.position,
    'aria-setsize': row.setSize,
    'aria-selected': chosen,
    'aria-expanded': row.folds ? row.unfolded : undefined,
    className: classNames(entry.entry, entry.inset, styles.row),
    style: { '--level': row.level },
    title,
  } as const
  const content = (
    <>
      <span
        className={styles.fold}
        aria-hidden="true"
        onClick={(event) => {
          if (!row.folds) return
          event.preventDefault()
          event.stopPropagation()
          onFold(row.id, row.unfolded)
        }}
      >
        {row.folds ? <IconChevronRight size={14} data-unfolded={row.unfolded || undefined} /> : null}
      </span>
      {icon}
      <Text as="span" truncate>
        {row.node.label}
      </Text>
    </>
  )
  return link ? (
    <Link
      to={link.to}
      {...(link.search && { search: link.search })}
      preload={false}
      activeOptions={{ exact: true }}
      {...shared}
    >
      {content}
    </Link>
  ) : (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all rows
    <div {...shared} role="treeitem" tabIndex={shared.tabIndex} onClick={onChoose}>
      {content}
    </div>
  )
}

/** Expanded entries of a tree. When an entry is chosen, its ancestors are expanded. */
export function useUnfolded(
  chosenId: string | null,
  wayTo: readonly string[],
): readonly [ReadonlySet<string>, (id: string, fold: boolean) => void] {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(() => new Set(wayTo))
  const [shownFor, setShownFor] = useState(chosenId)
  if (chosenId !== shownFor) {
    setShownFor(chosenId)
    setUnfolded(new Set([...unfolded, ...wayTo]))
  }
  const fold = (id: string, folded: boolean) => {
    const next = new Set(unfolded)
    if (folded) next.delete(id)
    else next.add(id)
    setUnfolded(next)
  }
  return [unfolded, fold]
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

/** Scrolls to the chosen entry once its position is known, and never overrides the user's scrolling afterwards. */
function useChosenInSight(scroller: { readonly current: HTMLElement | null }, at: number, rowHeight: number): void {
  useEffect(() => {
    const element = scroller.current
    if (!element || at < 0) return
    const top = at * rowHeight
    if (top < element.scrollTop || top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top - element.clientHeight / 3
  }, [scroller, at, rowHeight])
}

/** Returns what a key does in a row: move to another row, or act on this one; `null` if the tree does not handle the key. */
function keyTarget<Node>(
  key: string,
  rows: readonly TreeRow<Node>[],
  at: number,
): number | 'fold' | 'unfold' | 'choose' | null {
  const row = rows[at]
  if (row?.kind !== 'node') return null
  switch (key) {
    case 'ArrowDown':
      return nextNode(rows, at, 1)
    case 'ArrowUp':
      return nextNode(rows, at, -1)
    case 'Home':
      return 0
    case 'End':
      return nextNode(rows, rows.length, -1)
    case 'ArrowRight':
      if (!row.folds) return at
      return row.unfolded ? nextNode(rows, at, 1) : 'unfold'
    case 'ArrowLeft':
      if (row.unfolded) return 'fold'
      return rows.findLastIndex((other, index) => index < at && other.level < row.level)
    case 'Enter':
    case ' ':
      return 'choose'
    default:
      return null
  }
}

function nextNode<Node>(rows: readonly TreeRow<Node>[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) if (rows[at]?.kind === 'node') return at
  return Math.min(from, rows.length - 1)
}
