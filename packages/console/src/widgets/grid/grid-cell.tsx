// biome-ignore-all lint/a11y/useSemanticElements: absolutely positioned rows and cells cannot be those of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has focus and references its active cell
import { IconArrowUpRight } from '@tabler/icons-react'
import { memo } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { identifierText } from '../../ui/identifier-text.ts'
import { Text } from '../../ui/text.tsx'
import styles from './data-grid.module.css'
import type { CellDraft } from './drafts.ts'
import type { GridColumn } from './grid-source.ts'
import { t } from './messages.ts'

interface GridCellProps {
  id: string
  column: GridColumn
  index: number
  left: number
  width: number
  value: unknown
  /** The unsaved value, if any. */
  typed: CellDraft | undefined
  refusal: string | undefined
  isNew: boolean
  active: boolean
  inRange: boolean
}

/** One value with its display text, changed state and error. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { column, value, typed } = props
  const problem = typed?.problem ?? props.refusal
  const none = value === null || value === undefined
  const text = none ? '' : typed?.problem === undefined ? column.show(value) : String(value)
  const aside = none || typed?.problem !== undefined ? undefined : column.aside?.(value)
  const whole = aside?.text === undefined ? text : `${text} ${aside.text}`
  const said = problem ?? (typed && !props.isNew ? 'changed' : undefined)
  return (
    <div
      id={props.id}
      role="gridcell"
      aria-colindex={props.index + 2}
      aria-selected={props.active || props.inRange}
      aria-readonly={(column.locked ?? (props.isNew ? null : column.fixed)) === null ? undefined : true}
      aria-invalid={problem === undefined ? undefined : true}
      data-column={props.index}
      className={classNames(
        styles.cell,
        column.align === 'end' && styles.end,
        column.mono && identifierText,
        typed && !props.isNew && styles.changed,
        problem !== undefined && styles.wrong,
        props.inRange && styles.inRange,
        props.active && styles.active,
      )}
      style={{ left: props.left, width: props.width }}
      aria-label={said === undefined ? aside?.opens && whole : `${none ? 'NULL' : whole}, ${said}`}
      title={problem ?? aside?.exact ?? (whole.length > 24 ? whole : undefined)}
    >
      {aside?.picture === undefined ? null : <img className={styles.picture} src={aside.picture} alt="" />}
      {none && !(value === undefined && props.isNew) ? <span className={styles.null}>{t.null}</span> : text}
      {aside?.text === undefined ? null : (
        <>
          {' '}
          <Text as="span" tone="muted">
            {aside.text}
          </Text>
        </>
      )}
      {aside?.opens === undefined ? null : (
        <button type="button" tabIndex={-1} data-follow className={styles.follow} aria-label={aside.opens}>
          <IconArrowUpRight size={14} />
        </button>
      )}
    </div>
  )
})
