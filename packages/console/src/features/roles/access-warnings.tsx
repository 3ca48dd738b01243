import { type Requestor, requestorMask, verbMask } from '@millwright/contract/verbs'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import type { AccessRow } from '../../widgets/access/access-rules/access-rows.ts'
import { trimmed } from '../../widgets/access/access-rules/deciding-rules.ts'
import { t as rowMessages } from '../../widgets/access/access-rules/messages.ts'
import { withoutHole } from '../../widgets/access/access-rules/one-grant.ts'
import { type Hole, rowAccess, rulesByTable, tablePlace } from '../../widgets/access/access-rules/row-access.ts'
import { holeText } from '../../widgets/access/access-rules/row-facts.tsx'
import styles from './access-notes.module.css'
import { type Allowed, allowedBy, withVerbs } from './matrix.ts'
import { t } from './opened/messages.ts'
import { componentLabel, type RoleServices, serviceName } from './role-services.ts'

interface AccessNotesProps {
  rows: readonly AccessRow[]
  services: RoleServices
  warnings: ReadonlyMap<string, AccessWarning>
  onChange: (change: (rows: readonly AccessRow[]) => readonly AccessRow[]) => void
  /** Shows a rule. */
  onRules: (row: AccessRow) => void
}

/** Maximum number of warnings shown in full; others are counted, and marked in the list of rules. */
const maxShown = 3

/** Warnings about rules that are probably not intended, with fixes. */
export function AccessNotes({ rows, services, warnings, onChange, onRules }: AccessNotesProps) {
  if (warnings.size === 0) return null
  const holes = new Set<string>()
  const found = rows.filter((row) => {
    const warning = warnings.get(row.key)
    if (warning?.kind !== 'hole') return warning !== undefined
    // One note about all rules of a table.
    const about = `${row.serviceId} ${tablePlace(row)?.component}`
    return !holes.has(about) && holes.add(about)
  })
  const further = found.slice(maxShown)
  return (
    <Stack as="ul" className={styles.notes} aria-label={t.rulesWarned}>
      {found.slice(0, maxShown).map((row) => {
        const warning = warnings.get(row.key)
        return (
          <Row as="li" gap={2} key={row.key}>
            <IconAlertTriangle aria-hidden="true" />
            <Text grow shrink breakAnywhere>
              <Text as="code" mono weight="medium">
                {serviceName(services, row.serviceId) ?? row.serviceId} {componentLabel(row.component ?? '')}
              </Text>{' '}
              {warning?.text}
            </Text>
            {warning?.kind === 'hole' ? (
              <Button
                size="small"
                onClick={() =>
                  onChange((now) => withoutHole(now, { serviceId: row.serviceId, components: [row.component ?? ''] }))
                }
              >
                {rowMessages.applyToAll}
              </Button>
            ) : warning?.kind === 'records' ? (
              <Button size="small" onClick={() => onChange((now) => withRecords(now, row))}>
                {t.allowRecordsToo}
              </Button>
            ) : (
              <Button reads size="small" variant="quiet" onClick={() => onRules(row)}>
                {t.showRule}
              </Button>
            )}
          </Row>
        )
      })}
      {further.length > 0 ? (
        <Row as="li" gap={2}>
          <IconAlertTriangle aria-hidden="true" />
          <Text grow shrink>
            {t.moreWarnings({ count: further.length })}
          </Text>
        </Row>
      ) : null}
    </Stack>
  )
}

/** Allows the rule's verbs on what is below its component, too. */
function withRecords(rows: readonly AccessRow[], row: AccessRow): readonly AccessRow[] {
  const path = trimmed(row.component ?? '')
  const components = [path, `${(row.component ?? '').replace(/^\/+|\/+$/g, '')}/*`]
  return withVerbs(rows, { serviceId: row.serviceId, components }, row.requestorMask, row.verbMask)
}

export interface AccessWarning {
  /**
   * `unreachable`: no request matches the rule; `records`: a table can be listed, but its records cannot be read; `hole`: requests for the
   * same table are not restricted by its row filter.
   */
  readonly kind: 'unreachable' | 'filter' | 'duplicate' | 'nothing' | 'records' | 'hole'
  readonly text: string
}

const texts = {
  unreachable: {
    requestor: t.ruleWithoutRequester,
    star: 'A * matches at the end of a component only, so this rule never matches.',
    all: t.ruleRootOnly,
    address: t.ruleComponentQuery,
    service: t.ruleServiceGone,
  },
  filter: t.ruleEmptyFilter,
  duplicate: t.ruleDuplicate,
  nothing: t.ruleWithoutVerb,
  records: t.ruleListOnly,
} as const

/** Returns warnings by row, none of which prevents saving. `services`: the existing ones, by id. */
export function accessWarnings(
  rows: readonly AccessRow[],
  services: ReadonlyMap<number, unknown>,
): ReadonlyMap<string, AccessWarning> {
  const kept = rows.filter(({ removed }) => !removed)
  const uses = new Map<string, number>()
  for (const row of kept) uses.set(subject(row), (uses.get(subject(row)) ?? 0) + 1)
  const allowed = new Map(Object.values(requestorMask).map((requestor) => [requestor, allowedBy(kept, requestor)]))
  const warnings = new Map<string, AccessWarning>()
  for (const row of kept) {
    const never = unreachable(row, services)
    if (never !== null) warnings.set(row.key, { kind: 'unreachable', text: never })
    else if (row.filters.some(({ name }) => name.trim() === ''))
      warnings.set(row.key, { kind: 'filter', text: texts.filter })
    else if ((uses.get(subject(row)) ?? 0) > 1) warnings.set(row.key, { kind: 'duplicate', text: texts.duplicate })
    else if (row.verbMask === 0) warnings.set(row.key, { kind: 'nothing', text: texts.nothing })
    else if (listsOnly(row, allowed)) warnings.set(row.key, { kind: 'records', text: texts.records })
  }
  for (const { rows: about, hole } of holesIn(kept))
    for (const { key } of about) warnings.set(key, { kind: 'hole', text: holeText(hole) })
  return warnings
}

function unreachable({ serviceId, component, ...row }: AccessRow, services: ReadonlyMap<number, unknown>) {
  const path = trimmed(component ?? '')
  const star = path.indexOf('*')
  if (row.requestorMask === 0) return texts.unreachable.requestor
  if (serviceId === null && path !== '*' && path !== '') return texts.unreachable.all
  if (serviceId !== null && !services.has(serviceId)) return texts.unreachable.service
  if (star >= 0 && star !== path.length - 1) return texts.unreachable.star
  return /[?#]/.test(path) ? texts.unreachable.address : null
}

/** Whether the rule allows listing a table of which no record can be read by its key. */
function listsOnly({ serviceId, component, ...row }: AccessRow, allowed: ReadonlyMap<number, Allowed>): boolean {
  const path = trimmed(component ?? '')
  if ((row.verbMask & verbMask.GET) === 0 || !/^_table\/[^/*]+$/.test(path)) return false
  return [...allowed].some(
    ([requestor, may]) => (row.requestorMask & requestor) !== 0 && (may(serviceId, `${path}/*`) & verbMask.GET) === 0,
  )
}

/** The tables whose row filters do not restrict every request, with their rules. */
function holesIn(rows: readonly AccessRow[]): { readonly rows: readonly AccessRow[]; readonly hole: Hole }[] {
  const access = (Object.keys(requestorMask) as Requestor[]).map((requestor) => rowAccess(rows, requestor))
  return rulesByTable(rows).flatMap(({ place, rows: about }) => {
    const [hole] = access.flatMap((of) => of(place).hole ?? [])
    return hole === undefined ? [] : [{ rows: about, hole }]
  })
}

function subject({ serviceId, component, requestorMask: callers }: AccessRow): string {
  return `${serviceId ?? ''} ${callers} ${trimmed(component ?? '')}`
}
