import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { rowWindow } from '../../widgets/record-list/row-window.ts'
import { useScrollWindow } from '../../widgets/record-list/use-scroll-window.ts'
import split from '../../widgets/split/split.module.css'
import type { ListedTable } from './read-schema.ts'
import styles from './schema.module.css'
import { schemaAddress } from './schema-place.ts'

interface TableListProps {
  service: string
  tables: readonly ListedTable[]
  chosen: string | null
  listRef: RefObject<HTMLUListElement | null>
}

/** The names of the tables; only those in sight are drawn. Arrow keys, Home and End lead along them. */
export function TableList({ service, tables, chosen, listRef }: TableListProps) {
  const scroller = useRef<HTMLElement | null>(null)
  const view = useScrollWindow(scroller)
  const wanted = useRef<number | null>(null)
  const chosenAt = tables.findIndex(({ name }) => name === chosen)

  useEffect(() => {
    if (chosenAt >= 0) listRef.current?.querySelector(`[data-at="${chosenAt}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosenAt, listRef])

  const focusRow = (at: number) => {
    const row = listRef.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)
    if (row) return row.focus()
    wanted.current = at
    scroller.current?.scrollTo({ top: at * view.rowHeight })
  }
  useEffect(() => {
    const at = wanted.current
    if (at === null) return
    const row = listRef.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)
    if (!row) return
    wanted.current = null
    row.focus()
  })

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const at = Number((event.target as HTMLElement).dataset.at)
    const next = nextRow(event.key, at, tables.length)
    if (next === null || Number.isNaN(at)) return
    event.preventDefault()
    focusRow(next)
  }

  const entry = Math.max(chosenAt, 0)
  return (
    <ul
      ref={(list) => {
        listRef.current = list
        scroller.current = list?.parentElement ?? null
      }}
      className={styles.tables}
      onKeyDown={onKeyDown}
    >
      {rowWindow({ count: tables.length, ...view, active: entry }).map((segment) => {
        if (segment.kind === 'gap')
          return <li key={`gap-${segment.from}`} aria-hidden="true" style={{ height: segment.rows * view.rowHeight }} />
        const table = tables[segment.index]
        if (!table) return null
        return (
          <li key={table.name} aria-setsize={tables.length} aria-posinset={segment.index + 1}>
            <Link
              to={schemaAddress.table(service, table.name)}
              preload={false}
              className={split.row}
              data-at={segment.index}
              tabIndex={segment.index === entry ? 0 : -1}
              aria-current={table.name === chosen ? 'page' : undefined}
            >
              <span className={split.words}>
                <span className={styles.tableName} title={table.name}>
                  {table.name}
                </span>
              </span>
              {table.label === '' || sameWords(table) ? null : (
                <span className={styles.tableLabel} title={table.label}>
                  {table.label}
                </span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** A label that only spells the name with blanks tells nothing. */
function sameWords({ name, label }: ListedTable): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_]+/g, '')
  return plain(name) === plain(label)
}

function nextRow(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1)
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
