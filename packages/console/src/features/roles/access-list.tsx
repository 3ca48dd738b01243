import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { rowWindow } from '../../widgets/record-list/row-window.ts'
import { useScrollWindow } from '../../widgets/record-list/use-scroll-window.ts'
import { AccessFilters } from './access-filters.tsx'
import { AccessLine } from './access-line.tsx'
import type { AccessRow } from './access-rows.ts'
import type { AccessWarning } from './access-warnings.ts'
import { scrollWithoutPanel } from './panel-window.ts'
import type { RoleServices } from './role-services.ts'
import styles from './roles.module.css'

interface AccessListProps {
  rows: readonly AccessRow[]
  services: RoleServices
  warnings: ReadonlyMap<string, AccessWarning>
  /** The rule that was added last, to be brought into sight. */
  added: string | null
  onChange: (key: string, change: Partial<AccessRow>) => void
  onService: (key: string, serviceId: number | null) => void
  onDelete: (key: string) => void
}

/** The rules one under the other; only those that can be seen are drawn, however many there are. */
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
      element.querySelector<HTMLElement>(`[data-rule="${added}"] select`)?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(frame)
  }, [added])

  const scrollTop = scrollWithoutPanel(view.scrollTop, (openAt + 1) * view.rowHeight, panelHeight)
  const drawn = rowWindow({ ...view, scrollTop, count: rows.length, active: openAt >= 0 ? openAt : activeAt })
  return (
    <ul ref={scroller} className={styles.lines} aria-label="Access rules">
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
              <li ref={panel} className={styles.panel} aria-label={`Filters of rule ${segment.index + 1}`}>
                <AccessFilters row={row} onChange={(change) => onChange(row.key, change)} />
              </li>
            ) : null}
          </Fragment>
        )
      })}
    </ul>
  )
}
