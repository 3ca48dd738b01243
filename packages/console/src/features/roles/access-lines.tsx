import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import type { AccessRow } from '../../widgets/access/access-rules/access-rows.ts'
import { rowWindow } from '../../widgets/list/record-list/row-window.ts'
import { useScrollWindow } from '../../widgets/list/record-list/use-scroll-window.ts'
import { AccessLine } from './access-line.tsx'
import type { AccessWarning } from './access-warnings.ts'
import { t } from './opened/messages.ts'
import { scrollWithoutPanel } from './panel-window.ts'
import type { RoleServices } from './role-services.ts'
import styles from './roles.module.css'
import { RowFilters } from './row-filters.tsx'

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
  const serviceNameOf = (id: number | null) => (id === null ? null : (services.byId.get(id)?.name ?? null))
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
                <RowFilters
                  service={serviceNameOf(row.serviceId)}
                  subject={row}
                  filter={row}
                  onChange={({ filters, filterOp }) => onChange(row.key, { filters, filterOp })}
                />
              </li>
            ) : null}
          </Fragment>
        )
      })}
    </ul>
  )
}
