import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { accessListQuery } from '../../instance/service-list.ts'
import { notify } from '../../notifications/notify.ts'
import { Text } from '../../ui/text.tsx'
import { type AccessRow, withoutAccess } from '../../widgets/access/access-rules/access-rows.ts'
import { trimmed } from '../../widgets/access/access-rules/deciding-rules.ts'
import { filterOf, filterText } from '../../widgets/access/access-rules/row-access.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { AccessList } from './access-lines.tsx'
import type { AccessWarning } from './access-warnings.ts'
import { t } from './opened/messages.ts'
import { componentSourceOf, type RoleServices, serviceName, supportsRowFilters } from './role-services.ts'
import styles from './roles.module.css'

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
