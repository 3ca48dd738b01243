import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { accessListQuery } from '../../instance/service-list.ts'
import { notify } from '../../notifications/notify.ts'
import { Text } from '../../ui/text.tsx'
import { type AccessRow, withoutAccess } from '../../widgets/access/access-rules/access-rows.ts'
import { trimmed } from '../../widgets/access/access-rules/deciding-rules.ts'
import { filterOf, filterText } from '../../widgets/access/access-rules/row-access.ts'
import { rowWindow, useScrollWindow } from '../../widgets/list/record-list/scroll-window.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { AccessLine } from './access-line.tsx'
import type { AccessWarning } from './access-warnings.tsx'
import { t } from './opened/messages.ts'
import { componentSourceOf, type RoleServices, serviceName, supportsRowFilters } from './role-services.ts'
import styles from './roles.module.css'
import { RowFilters } from './row-filters.tsx'

interface AccessRulesProps {
  rows: readonly AccessRow[]
  services: RoleServices
  /** Search text in lower case. */
  text: string
  warnings: ReadonlyMap<string, AccessWarning>
  /** The most recently added rule. */
  added: string | null
  onChange: (change: (rows: readonly AccessRow[]) => readonly AccessRow[]) => void
}

/** The rules one by one, with all their details. */
export function AccessRules({ rows, services, text, warnings, added, onChange }: AccessRulesProps) {
  const queryClient = useQueryClient()
  // Found once: rules that become equal while they are edited must not disappear under the cursor.
  const [twins] = useState(() => twinsOf(rows))
  const kept = useMemo(() => {
    const hidden = new Set(twins.values())
    return rows.filter(({ removed, key }) => !removed && !hidden.has(key))
  }, [rows, twins])
  const shown = useMemo(() => (text === '' ? kept : kept.filter(says(services, text))), [kept, services, text])

  const warned = kept.filter(({ key }) => warnings.has(key)).length

  const set = (key: string, change: Partial<AccessRow>) =>
    onChange((now) => now.map((row) => (row.key === key || row.key === twins.get(key) ? { ...row, ...change } : row)))

  /** Changes what a line is about: its rule alone stands for it from then on. */
  const moveTo = (key: string, change: Partial<AccessRow>) =>
    onChange((now) =>
      withoutAccess(now, new Set([twins.get(key) ?? ''])).map((row) => (row.key === key ? { ...row, ...change } : row)),
    )

  const chooseService = (key: string, serviceId: number | null) => {
    moveTo(key, { serviceId, component: '*', ...(!supportsRowFilters(services, serviceId) && { filters: [] }) })
    const service = componentSourceOf(services, serviceId)
    if (service === null) return
    queryClient.fetchQuery(accessListQuery(service)).catch((error: unknown) => {
      notify({ type: 'error', title: commonWords.apiError, text: messageOf(error), tag: `components-${service}` })
      onChange((now) =>
        now.map((row) => (row.key === key && row.serviceId === serviceId ? { ...row, component: null } : row)),
      )
    })
  }

  return (
    <>
      <Text tone="muted" size="sm" tabular nowrap role="status">
        {text === ''
          ? t.countRules({ count: kept.length, warned })
          : t.shownRules({ shown: shown.length, count: kept.length, warned })}
      </Text>
      <div className={styles.table}>
        <div className={styles.heads} aria-hidden="true">
          <span>{tabWords.service}</span>
          <span>{t.component}</span>
          <span>{t.access}</span>
          <span>{t.requester}</span>
          <span>{t.advancedFilters}</span>
        </div>
        <AccessList
          rows={shown}
          services={services}
          warnings={warnings}
          added={added}
          onChange={(key, change) => ('component' in change ? moveTo(key, change) : set(key, change))}
          onService={chooseService}
          onDelete={(key) => onChange((now) => withoutAccess(now, new Set([key, twins.get(key) ?? key])))}
        />
      </div>
    </>
  )
}

function says(services: RoleServices, text: string) {
  return ({ serviceId, component, filters }: AccessRow) =>
    (serviceName(services, serviceId) ?? t.serviceMissing({ id: `${serviceId}` })).toLowerCase().includes(text) ||
    (component ?? '').toLowerCase().includes(text) ||
    filters.some(({ name }) => name.toLowerCase().includes(text))
}

/**
 * The rules about lists of tables that equal the rule about the same table's records, by the key of that one, which includes the list. Each
 * pair is one line: older roles have two rules where one is enough.
 */
function twinsOf(rows: readonly AccessRow[]): ReadonlyMap<string, string> {
  const kept = rows.filter(({ removed }) => !removed)
  const lists = new Map(kept.map((row) => [contentOf(row, trimmed(row.component ?? '')), row.key]))
  return new Map(
    kept.flatMap((row) => {
      const [, table] = /^(_table\/[^/*{]+)\/\*$/.exec(trimmed(row.component ?? '')) ?? []
      const twin = table === undefined ? undefined : lists.get(contentOf(row, table))
      return twin === undefined ? [] : [[row.key, twin] as const]
    }),
  )
}

/** Equal for rules that differ in nothing but their component. */
function contentOf({ serviceId, verbMask, requestorMask, ...row }: AccessRow, component: string): string {
  return JSON.stringify([serviceId, component, verbMask, requestorMask, filterText(filterOf(row))])
}

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
function AccessList({ rows, services, warnings, added, onChange, onService, onDelete }: AccessListProps) {
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

/**
 * Returns the scroll position that a list of equal rows would have without the panel that is open within it: the visible rows can then be
 * computed as if all had the same height. In pixels; `panelTop` is the bottom edge of the panel's row.
 */
export function scrollWithoutPanel(scrollTop: number, panelTop: number, panelHeight: number): number {
  if (panelHeight === 0 || scrollTop <= panelTop) return scrollTop
  return Math.max(panelTop, scrollTop - panelHeight)
}
