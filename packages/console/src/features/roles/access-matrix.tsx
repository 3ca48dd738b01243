import { requestorMask, verbs } from '@millwright/contract/verbs'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { accessListQuery } from '../../instance/service-list.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useDebouncedValue } from '../../ui/use-settled.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { AccessRow } from '../../widgets/access/access-rules/access-rows.ts'
import { withoutHole } from '../../widgets/access/access-rules/one-grant.ts'
import { type RowFilter, tablePlace } from '../../widgets/access/access-rules/row-access.ts'
import { rowWindow, useScrollWindow } from '../../widgets/list/record-list/scroll-window.ts'
import styles from './matrix.module.css'
import { allowedBy, allowedOn, type MatrixLine, matrixLines, withFilter, withVerb, withVerbs } from './matrix.ts'
import { Line } from './matrix-line.tsx'
import { t } from './opened/messages.ts'
import {
  componentLabel,
  componentSourceOf,
  plainComponents,
  type RoleServices,
  supportsRowFilters,
} from './role-services.ts'
import { RowFilters } from './row-filters.tsx'

interface AccessMatrixProps {
  rows: readonly AccessRow[]
  services: RoleServices
  /** Search text in lower case. */
  text: string
  onChange: (change: (rows: readonly AccessRow[]) => readonly AccessRow[]) => void
  /** Shows the rules of a line. */
  onRules: (line: MatrixLine) => void
  /** Explains the access of a line; `null` if this is not supported. */
  onExplain: ((line: MatrixLine, requestor: number) => void) | null
}

/** Milliseconds without typing before the components of all services are searched. */
const pause = 250

const callers = [
  { value: '1', label: 'API' },
  { value: '2', label: 'SCRIPT' },
  { value: '3', label: 'API + SCRIPT' },
] as const

/** Services and their components with presets and verbs: the same rules as a matrix. */
export function AccessMatrix({ rows, services, text, onChange, onRules, onExplain }: AccessMatrixProps) {
  const [requestor, setRequestor] = useState<number>(() => mostUsed(rows))
  const [opened, setOpened] = useState<readonly number[]>([])
  const [active, setActive] = useState(-1)
  const [filtered, setFiltered] = useState<MatrixLine | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const view = useScrollWindow(scroller)
  const searched = useDebouncedValue(text, pause)
  const open = useComponents(opened, services, searched)
  const lines = useMemo(
    () => matrixLines({ rows, services, requestor, open, text }),
    [rows, services, requestor, open, text],
  )
  const allowed = useMemo(() => allowedBy(rows, requestor), [rows, requestor])
  const toggle = (id: number) => setOpened((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]))

  return (
    <Stack gap={3}>
      <Row gap={4} rowGap={2} align="end" wrap>
        <SelectField
          label={t.requesterFilterLabel}
          value={String(requestor)}
          options={callers}
          onChange={(value) => setRequestor(Number(value))}
        />
        <p className={styles.legend}>
          {t.legend({ mark: () => <span className={styles.inherited} aria-hidden="true" /> })}
        </p>
      </Row>
      <div ref={scroller} className={styles.scroller}>
        <table className={styles.table} aria-label={t.accessTableCaption} aria-rowcount={lines.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={styles.subject}>
                {t.serviceAndComponent}
              </th>
              <th scope="col" className={styles.presets}>
                {t.access}
              </th>
              {verbs.map((verb) => (
                <th key={verb} scope="col" className={styles.verb}>
                  {verb}
                </th>
              ))}
              <th scope="col" className={styles.ways}>
                <VisuallyHidden>{t.more}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {rowWindow({ ...view, count: lines.length, active }).map((segment) => {
              if (segment.kind === 'gap')
                return (
                  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row is not focusable
                  <tr key={`gap-${segment.from}`} aria-hidden="true" style={{ height: segment.rows * view.rowHeight }}>
                    <td colSpan={verbs.length + 3} />
                  </tr>
                )
              const line = lines[segment.index]
              if (!line) return null
              return (
                <Line
                  key={line.key}
                  line={line}
                  rowIndex={segment.index + 2}
                  allowed={allowedOn(allowed, line)}
                  expanded={line.serviceId !== null && opened.includes(line.serviceId)}
                  onExpand={line.first && line.serviceId !== null ? toggle : null}
                  onFocus={() => setActive(segment.index)}
                  onPreset={(mask) => onChange((now) => withVerbs(now, line, requestor, mask))}
                  onVerb={(bit, isOn) => onChange((now) => withVerb(now, line, requestor, bit, isOn))}
                  onRules={() => onRules(line)}
                  onCloseHole={() => onChange((now) => withoutHole(now, line))}
                  onFilter={isFilterable(services, line) ? () => setFiltered(line) : null}
                  onExplain={onExplain && line.serviceId !== null ? () => onExplain(line, requestor) : null}
                />
              )
            })}
          </tbody>
        </table>
      </div>
      {filtered ? (
        <FilterDialog
          line={filtered}
          onApply={(filter) => onChange((now) => withFilter(now, filtered, requestor, filter))}
          onClose={() => setFiltered(null)}
        />
      ) : null}
      {lines.length === 0 ? <p className={styles.legend}>{t.nothingMatches}</p> : null}
    </Stack>
  )
}

const isFilterable = (services: RoleServices, { serviceId, components: [component = ''], rules }: MatrixLine) =>
  rules > 0 && supportsRowFilters(services, serviceId) && tablePlace({ serviceId, component }) !== null

/** Returns the requestor of most rules; API clients if there are none. */
function mostUsed(rows: readonly AccessRow[]): number {
  const uses = [0, 0, 0, 0]
  for (const { removed, requestorMask: mask } of rows) if (!removed) uses[mask] = (uses[mask] ?? 0) + 1
  const [, ...real] = uses
  const most = Math.max(...real)
  return most === 0 ? requestorMask.API : real.indexOf(most) + 1
}

/** Returns the components of expanded services, and those of others that contain the searched text, as far as they have loaded. */
function useComponents(
  opened: readonly number[],
  services: RoleServices,
  text: string,
): ReadonlyMap<number, readonly string[]> {
  const others = text === '' ? [] : services.sorted.map(({ id }) => id).filter((id) => !opened.includes(id))
  const sources = [...opened, ...others].map((id) => ({ id, service: componentSourceOf(services, id) }))
  const isShown = (id: number) => (component: string) => opened.includes(id) || component.toLowerCase().includes(text)
  return useQueries({
    queries: sources.map(({ service }) => ({ ...accessListQuery(service ?? ''), enabled: service !== null })),
    combine: (results) =>
      new Map(
        sources.map(({ id, service }, index) => [
          id,
          (service === null ? plainComponents : (results[index]?.data ?? [])).filter(isShown(id)),
        ]),
      ),
  })
}

interface FilterDialogProps {
  line: MatrixLine
  onApply: (filter: RowFilter) => void
  onClose: () => void
}

/** The row filter of a line of the matrix, which applies to all of its rules. */
function FilterDialog({ line, onApply, onClose }: FilterDialogProps) {
  const { serviceId, components, label, name } = line
  const [filter, setFilter] = useState<RowFilter>(line.filter ?? { filters: [], filterOp: 'AND' })
  const apply = (chosen: RowFilter) => {
    onApply({ ...chosen, filters: chosen.filters.filter((each) => each.name.trim() !== '') })
    onClose()
  }
  return (
    <FormDialog
      title={t.filterRowsTitle({ about: `${name} ${componentLabel(label)}` })}
      size="medium"
      description={t.rowFilterPurpose}
      action={t.setFilter}
      running={false}
      problem={null}
      onDismiss={() => {}}
      onSubmit={() => apply(filter)}
      onClose={onClose}
    >
      <RowFilters
        service={name}
        subject={{ serviceId, component: components[0] ?? null }}
        filter={filter}
        onChange={setFilter}
        onChosen={apply}
      />
    </FormDialog>
  )
}
