import { useEffect, useRef, useSyncExternalStore } from 'react'
import { number } from '../../language/format.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Text } from '../../ui/text.tsx'
import { draftedRecord } from './drafts.ts'
import type { GridModel } from './grid-model.ts'
import type { GridColumn, GridRecord } from './grid-source.ts'
import { t } from './messages.ts'
import styles from './row-cards.module.css'
import { baseOf, useGridViewport } from './use-grid-viewport.ts'

interface RowCardsProps {
  label: string
  model: GridModel
  onOpen: (row: number) => void
}

const noColumns = { starts: [], widths: [], total: 0 }

/** The rows of a grid in a narrow window: a summary of each row, and all its fields on click. */
export function RowCards({ label, model, onOpen }: RowCardsProps) {
  const list = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLUListElement>(null)
  const { windows, drafts, selection } = model
  useSyncExternalStore(windows.changed.subscribe, windows.changed.version)
  useSyncExternalStore(drafts.changed.subscribe, drafts.changed.version)
  const ticked = useSyncExternalStore(selection.changed.subscribe, () => selection.ticked)
  const rows = model.rowCount
  const { view, height } = useGridViewport({ scroller: list, layer, rows, layout: noColumns, head: 0, stay: 0 })
  const created = drafts.created.length
  const { first, last } = view
  useEffect(() => windows.want(first - created, last - created), [windows, first, last, created])

  const [heading, ...rest] = telling(model.columns)
  const from = baseOf(first)
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  return (
    <div ref={list} className={styles.list}>
      <div style={{ height }} />
      <ul ref={layer} className={styles.layer} aria-label={label}>
        {shown.map((index) => {
          const row = model.rowAt(index)
          const draft = row && drafts.of(row.key)
          const record = row ? draftedRecord(row, draft) : null
          const title = record && heading ? shownIn(heading, record) : ''
          return (
            <li
              key={index}
              className={classNames(styles.card, draft && (draft.isNew ? styles.new : styles.changed))}
              style={{ transform: `translateY(${(index - from) * view.rowHeight}px)` }}
            >
              <Checkbox
                labelHidden
                label={title ? t.select({ title }) : t.selectRow({ number: number(index + 1) })}
                value={row !== undefined && ticked.has(row.key)}
                disabled={!row}
                onChange={(on) => row && selection.tick([row.key], on)}
              />
              <button type="button" className={styles.open} onClick={() => onOpen(index)}>
                <Text as="span" weight="medium" truncate>
                  {record ? title || '—' : '…'}
                </Text>
                <Text as="span" tone="muted" size="sm" truncate>
                  {record ? rest.map((column) => `${column.label}: ${shownIn(column, record) || '—'}`).join(' · ') : ''}
                </Text>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The most descriptive column, and three more. */
function telling(columns: readonly GridColumn[]): readonly GridColumn[] {
  const heading = columns.find((column) => column.align === 'start' && column.editor === 'line') ?? columns[0]
  if (!heading) return []
  return [heading, ...columns.filter((column) => column !== heading).slice(0, 3)]
}

function shownIn(column: GridColumn, record: GridRecord): string {
  const value = record[column.name]
  return value === null || value === undefined ? '' : (column.aside?.(value)?.text ?? column.show(value))
}
