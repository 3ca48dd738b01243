import { IconAlertTriangle } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import type { AccessRow } from '../../widgets/access/access-rules/access-rows.ts'
import { trimmed } from '../../widgets/access/access-rules/deciding-rules.ts'
import { t as rowMessages } from '../../widgets/access/access-rules/messages.ts'
import { withoutHole } from '../../widgets/access/access-rules/one-grant.ts'
import { tablePlace } from '../../widgets/access/access-rules/row-access.ts'
import styles from './access-notes.module.css'
import type { AccessWarning } from './access-warnings.ts'
import { withVerbs } from './matrix.ts'
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
const told = 3

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
  const shown = found.slice(0, told)
  return (
    <Stack as="ul" className={styles.notes} aria-label={t.rulesWarned}>
      {shown.map((row) => {
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
      {found.length > told ? (
        <Row as="li" gap={2}>
          <IconAlertTriangle aria-hidden="true" />
          <Text grow shrink>
            {t.moreWarnings({ count: found.length - told })}
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
