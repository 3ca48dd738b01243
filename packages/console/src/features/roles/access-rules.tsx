import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { accessListQuery } from '../../instance/service-list.ts'
import { notify } from '../../notifications/notify.ts'
import { Text } from '../../ui/text.tsx'
import { type AccessRow, withoutAccess } from '../../widgets/access/access-rules/access-rows.ts'
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
  const kept = useMemo(() => rows.filter(({ removed }) => !removed), [rows])
  const shown = useMemo(() => (text === '' ? kept : kept.filter(says(services, text))), [kept, services, text])

  const set = (key: string, change: Partial<AccessRow>) =>
    onChange((now) => now.map((row) => (row.key === key ? { ...row, ...change } : row)))

  const chooseService = (key: string, serviceId: number | null) => {
    set(key, { serviceId, component: '*', ...(!supportsRowFilters(services, serviceId) && { filters: [] }) })
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
          ? t.countRules({ count: kept.length, warned: warnings.size })
          : t.shownRules({ shown: shown.length, count: kept.length, warned: warnings.size })}
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
          onChange={set}
          onService={chooseService}
          onDelete={(key) => onChange((now) => withoutAccess(now, new Set([key])))}
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
