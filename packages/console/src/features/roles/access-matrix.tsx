import { allVerbs, requestorMask, verbMask, verbs } from '@millwright/contract/verbs'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { accessListQuery } from '../../instance/service-list.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { useReadOnly } from '../../ui/read-only.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { rowWindow } from '../../widgets/record-list/row-window.ts'
import { useScrollWindow } from '../../widgets/record-list/use-scroll-window.ts'
import type { AccessRow } from './access-rows.ts'
import styles from './matrix.module.css'
import { allowedBy, type MatrixLine, matrixLines, withVerbs } from './matrix.ts'
import { asksForComponents, componentLabel, plainComponents, type RoleServices } from './role-services.ts'

interface AccessMatrixProps {
  rows: readonly AccessRow[]
  services: RoleServices
  /** What to look for, in lower case. */
  text: string
  onChange: (change: (rows: readonly AccessRow[]) => readonly AccessRow[]) => void
}

const callers = [
  { value: '1', label: 'API' },
  { value: '2', label: 'SCRIPT' },
  { value: '3', label: 'API, SCRIPT' },
] as const

/** Services and their components by verbs: the same rules, seen at once. */
export function AccessMatrix({ rows, services, text, onChange }: AccessMatrixProps) {
  const [requestor, setRequestor] = useState<number>(requestorMask.API)
  const [opened, setOpened] = useState<readonly number[]>([])
  const [active, setActive] = useState(-1)
  const scroller = useRef<HTMLDivElement>(null)
  const view = useScrollWindow(scroller)
  const open = useComponents(opened, services)
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
          label="Rules for calls by"
          value={String(requestor)}
          options={callers}
          onChange={(value) => setRequestor(Number(value))}
        />
        <p className={styles.legend}>
          A tick is a rule of its own. <span className={styles.inherited} aria-hidden="true" /> means that a wider rule
          allows it.
        </p>
      </Row>
      <div ref={scroller} className={styles.scroller}>
        <table className={styles.table} aria-label="Access by service and verb" aria-rowcount={lines.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={styles.subject}>
                Service and component
              </th>
              {verbs.map((verb) => (
                <th key={verb} scope="col">
                  {verb}
                </th>
              ))}
              <th scope="col">All</th>
            </tr>
          </thead>
          <tbody>
            {rowWindow({ ...view, count: lines.length, active }).map((segment) => {
              if (segment.kind === 'gap')
                return (
                  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row takes no focus
                  <tr key={`gap-${segment.from}`} aria-hidden="true" style={{ height: segment.rows * view.rowHeight }}>
                    <td colSpan={verbs.length + 2} />
                  </tr>
                )
              const line = lines[segment.index]
              if (!line) return null
              return (
                <Line
                  key={line.key}
                  line={line}
                  rowIndex={segment.index + 2}
                  allowed={allowed(line)}
                  expanded={line.serviceId !== null && opened.includes(line.serviceId)}
                  onExpand={line.first && line.serviceId !== null ? toggle : null}
                  onFocus={() => setActive(segment.index)}
                  onMask={(mask) => onChange((now) => withVerbs(now, line, requestor, mask))}
                />
              )
            })}
          </tbody>
        </table>
      </div>
      {lines.length === 0 ? <p className={styles.legend}>No service or component matches.</p> : null}
    </Stack>
  )
}

interface LineProps {
  line: MatrixLine
  rowIndex: number
  allowed: number
  expanded: boolean
  /** Null: there is nothing under the line. */
  onExpand: ((serviceId: number) => void) | null
  onFocus: () => void
  onMask: (mask: number) => void
}

function Line({ line, rowIndex, allowed, expanded, onExpand, onFocus, onMask }: LineProps) {
  const { serviceId, own, first } = line
  const readOnly = useReadOnly() !== null
  const about = first ? line.name : `${line.name} ${componentLabel(line.component)}`
  return (
    <tr className={classNames(styles.line, first && styles.first)} aria-rowindex={rowIndex} onFocus={onFocus}>
      <th scope="row" className={styles.subject}>
        {onExpand && serviceId !== null ? (
          <IconButton
            reads
            size="small"
            label={`Components of ${line.name}`}
            tooltip={false}
            icon={expanded ? <IconChevronDown /> : <IconChevronRight />}
            aria-expanded={expanded}
            onClick={() => onExpand(serviceId)}
          />
        ) : (
          <span className={styles.noButton} />
        )}
        <span className={styles.name} title={about}>
          {first ? line.name : componentLabel(line.component)}
        </span>
        {line.ruled && own === 0 ? <span className={styles.nothing}>rule without verbs</span> : null}
      </th>
      {verbs.map((verb) => {
        const bit = verbMask[verb]
        const wider = (own & bit) === 0 && (allowed & bit) !== 0
        return (
          <td key={verb} className={classNames(wider && styles.wider)}>
            <input
              type="checkbox"
              aria-label={`${verb} on ${about}${wider ? ', allowed by a wider rule' : ''}`}
              checked={(own & bit) !== 0}
              disabled={readOnly}
              onChange={() => onMask(own ^ bit)}
            />
          </td>
        )
      })}
      <td>
        <input
          type="checkbox"
          aria-label={`All on ${about}`}
          checked={own === allVerbs}
          disabled={readOnly}
          ref={(box) => {
            if (box) box.indeterminate = own !== 0 && own !== allVerbs
          }}
          onChange={() => onMask(own === allVerbs ? 0 : allVerbs)}
        />
      </td>
    </tr>
  )
}

/** The components of the services that were opened, as far as they are known. */
function useComponents(opened: readonly number[], services: RoleServices): ReadonlyMap<number, readonly string[]> {
  const asked = opened.map((id) => ({ id, service: asksForComponents(services, id) }))
  return useQueries({
    queries: asked.map(({ service }) => ({ ...accessListQuery(service ?? ''), enabled: service !== null })),
    combine: (results) =>
      new Map(
        asked.map(({ id, service }, index) => [id, service === null ? plainComponents : (results[index]?.data ?? [])]),
      ),
  })
}
