import { filterOperators } from '@millwright/contract/records/role'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { rowWindow } from '../../widgets/record-list/row-window.ts'
import { useScrollWindow } from '../../widgets/record-list/use-scroll-window.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { AccessLine } from './access-line.tsx'
import { type AccessRow, type FilterRow, hasValue, newFilter } from './access-rows.ts'
import type { AccessWarning } from './access-warnings.ts'
import { t } from './opened/messages.ts'
import { scrollWithoutPanel } from './panel-window.ts'
import type { RoleServices } from './role-services.ts'
import styles from './roles.module.css'

interface AccessListProps {
  rows: readonly AccessRow[]
  services: RoleServices
  warnings: ReadonlyMap<string, AccessWarning>
  /** The most recently added rule, to scroll to. */
  added: string | null
  onChange: (key: string, change: Partial<AccessRow>) => void
  onService: (key: string, serviceId: number | null) => void
  onDelete: (key: string) => void
}

/** The list of rules; only visible ones are rendered. */
export function AccessList({ rows, services, warnings, added, onChange, onService, onDelete }: AccessListProps) {
  const scroller = useRef<HTMLUListElement>(null)
  const panel = useRef<HTMLLIElement>(null)
  const view = useScrollWindow(scroller)
  const [active, setActive] = useState<string | null>(null)
  const [open, setOpen] = useState<string | null>(null)
  const [panelHeight, setPanelHeight] = useState(0)
  const openAt = open === null ? -1 : rows.findIndex(({ key }) => key === open)
  const activeAt = active === null ? -1 : rows.findIndex(({ key }) => key === active)

  useLayoutEffect(() => {
    const element = panel.current
    if (openAt < 0 || !element || typeof ResizeObserver === 'undefined') return setPanelHeight(0)
    const observer = new ResizeObserver(() => setPanelHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [openAt])

  useLayoutEffect(() => {
    const element = scroller.current
    if (added === null || !element) return
    element.scrollTop = element.scrollHeight
    const frame = requestAnimationFrame(() =>
      element.querySelector<HTMLElement>(`[data-rule="${added}"] button`)?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(frame)
  }, [added])

  const scrollTop = scrollWithoutPanel(view.scrollTop, (openAt + 1) * view.rowHeight, panelHeight)
  const drawn = rowWindow({ ...view, scrollTop, count: rows.length, active: openAt >= 0 ? openAt : activeAt })
  return (
    <ul ref={scroller} className={styles.lines} aria-label={t.accessRules}>
      {drawn.map((segment) => {
        if (segment.kind === 'gap')
          return (
            <li
              key={`gap-${segment.from}`}
              role="presentation"
              aria-hidden="true"
              style={{ height: segment.rows * view.rowHeight }}
            />
          )
        const row = rows[segment.index]
        if (!row) return null
        return (
          <Fragment key={row.key}>
            <AccessLine
              row={row}
              number={segment.index + 1}
              count={rows.length}
              services={services}
              warning={warnings.get(row.key)}
              filtersShown={row.key === open}
              onChange={onChange}
              onService={onService}
              onFilters={setOpen}
              onDelete={onDelete}
              onFocus={() => setActive(row.key)}
            />
            {row.key === open ? (
              <li ref={panel} className={styles.panel} aria-label={t.filtersOfRule({ number: segment.index + 1 })}>
                <AccessFilters row={row} onChange={(change) => onChange(row.key, change)} />
              </li>
            ) : null}
          </Fragment>
        )
      })}
    </ul>
  )
}

interface AccessFiltersProps {
  row: Pick<AccessRow, 'filters' | 'filterOp'>
  onChange: (change: Partial<Pick<AccessRow, 'filters' | 'filterOp'>>) => void
}

const operators = filterOperators.map((operator) => ({ value: operator, label: operator }))

/** The row filters of a rule for a database; AND or OR combines all of them. */
function AccessFilters({ row, onChange }: AccessFiltersProps) {
  const { filters, filterOp } = row
  const set = (index: number, change: Partial<FilterRow>) =>
    onChange({ filters: filters.map((filter, at) => (at === index ? { ...filter, ...change } : filter)) })
  return (
    <div className={styles.filters}>
      {filters.length === 0 ? <p>{t.noFilters}</p> : null}
      {filters.map((filter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: filters have no other identity
        <div key={index} className={styles.filterLine}>
          {index === 0 ? (
            <span className={styles.where}>{t.whereLabel}</span>
          ) : (
            <Button
              size="small"
              variant="quiet"
              onClick={() => onChange({ filterOp: filterOp === 'AND' ? 'OR' : 'AND' })}
            >
              {filterOp}
            </Button>
          )}
          <TextField
            label={t.fieldOfFilter({ number: index + 1 })}
            labelHidden
            placeholder={tabWords.field}
            mono
            spellCheck={false}
            value={filter.name}
            onChange={(name) => set(index, { name })}
          />
          <SelectField
            label={t.operatorOfFilter({ number: index + 1 })}
            labelHidden
            value={filter.operator}
            options={
              operators.some(({ value }) => value === filter.operator)
                ? operators
                : [{ value: filter.operator, label: filter.operator }, ...operators]
            }
            onChange={(operator) => set(index, { operator })}
          />
          <TextField
            label={t.valueOfFilter({ number: index + 1 })}
            labelHidden
            placeholder={hasValue(filter.operator) ? t.valueExample({ example: '{lookup key}' }) : ''}
            mono
            spellCheck={false}
            disabled={!hasValue(filter.operator)}
            value={hasValue(filter.operator) ? filter.value : ''}
            onChange={(value) => set(index, { value })}
          />
          <IconButton
            label={t.deleteFilter({ number: index + 1 })}
            danger
            icon={<IconTrash />}
            onClick={() => onChange({ filters: filters.toSpliced(index, 1) })}
          />
        </div>
      ))}
      <div>
        <Button size="small" icon={<IconPlus />} onClick={() => onChange({ filters: [...filters, newFilter] })}>
          {t.addFilter}
        </Button>
      </div>
    </div>
  )
}
