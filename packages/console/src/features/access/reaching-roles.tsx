import { verbsOf } from '@millwright/contract/verbs'
import { IconPlus, IconShieldOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { useHoleClosing } from '../../widgets/access/access-rules/one-grant.ts'
import { RowFacts } from '../../widgets/access/access-rules/row-facts.tsx'
import type { ExplorerPlace } from '../../widgets/explorer/explorer-place.ts'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import styles from './access.module.css'
import { type RoleAccessRow, rolesWithAccess, rolesWithRulesQuery, tablePlaceOf } from './access-rows.ts'
import { accessMessages } from './messages.ts'

const GiveAccess = lazy(() => import('./give-access.tsx').then((module) => ({ default: module.GrantAccess })))

interface ReachingRolesProps {
  place: ExplorerPlace
  serviceId: number
}

/** The roles with access to a place, and the controls that grant it to others. */
export function RolesWithAccess({ place, serviceId }: ReachingRolesProps) {
  const navigate = useNavigate()
  const writeBlock = useWriteBlock()
  const { data, error, refetch } = useQuery(rolesWithRulesQuery)
  if (!data && !error) return <Skeleton lines={8} />
  if (!data) return <LoadFailure error={error} text={accessMessages.failed} onRetry={() => void refetch()} />
  const rows = rolesWithAccess(data.roles, place, serviceId)
  const name = place.name || place.service
  const search = { service: serviceId, ...(place.kind === 'table' && { table: place.name }) }
  return (
    <Stack gap={4} grow shrink>
      <Row gap={2} align="end" justify="between" wrap>
        <Suspense fallback={<span className={styles.waiting} />}>
          <GiveAccess place={place} serviceId={serviceId} />
        </Suspense>
        <Button
          icon={<IconPlus />}
          disabledReason={writeBlock}
          onClick={() => void navigate({ to: '/roles/$id', params: { id: 'new' }, search })}
        >
          {accessMessages.newRole}
        </Button>
      </Row>
      {rows.length === 0 ? (
        <EmptyState icon={<IconShieldOff />} title={accessMessages.none({ name })}>
          {accessMessages.ungrantedHelp}
        </EmptyState>
      ) : (
        <section className={styles.scroll} aria-label={accessMessages.rolesThatReach({ name })}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{tabWords.role}</th>
                <th scope="col">{accessMessages.methods}</th>
                <th scope="col">{accessMessages.byTheRule}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <RoleRow key={row.role.id} row={row} place={place} serviceId={serviceId} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {data.more ? <Text tone="muted">{accessMessages.rolesTruncated({ count: data.roles.length })}</Text> : null}
    </Stack>
  )
}

function RoleRow({ row, place, serviceId }: ReachingRolesProps & { row: RoleAccessRow }) {
  const { role, mask, below, rules, rows, conditions, scriptsOnly } = row
  const table = tablePlaceOf(place, serviceId)
  const writeBlock = useWriteBlock()
  const { closing, close } = useHoleClosing(role)
  return (
    <tr>
      <th scope="row">
        <Link to="/roles/$id" params={{ id: String(role.id) }} search={{ section: 'access' }} className={styles.role}>
          {role.name}
        </Link>{' '}
        {role.active === false ? <Badge tone="warning">{accessMessages.inactiveBadge}</Badge> : null}
      </th>
      <td>
        <Verbs mask={mask | below} />
        {mask === below || place.kind === 'service' ? null : (
          <span className={styles.note}>
            {below === 0 ? accessMessages.listOnly : mask === 0 ? accessMessages.recordsOnly : difference(row)}
          </span>
        )}
        {scriptsOnly ? <span className={styles.note}>{accessMessages.scriptsOnly}</span> : null}
      </td>
      <td>
        {rules.slice(0, 3).map(({ id, service_id, component }) => (
          <code key={id} className={styles.rule}>
            {service_id === serviceId ? component || '/' : accessMessages.allServices({ component: component || '/' })}
          </code>
        ))}
        {rules.length > 3 ? (
          <span className={styles.note}>{accessMessages.andMore({ count: rules.length - 3 })}</span>
        ) : null}
        {conditions && rows === null ? <Badge>{accessMessages.rowConditions}</Badge> : null}
        {rows !== null && table !== null && (conditions || rows.hole) ? (
          <RowFacts access={rows} closing={closing} disabledReason={writeBlock} onClose={() => close(table)} />
        ) : null}
      </td>
    </tr>
  )
}

function difference({ mask, below }: RoleAccessRow): string {
  return accessMessages.listSingleOnes({ list: verbsOf(mask).join(', '), single: verbsOf(below).join(', ') })
}

function Verbs({ mask }: { mask: number }) {
  return (
    <Row as="span" gap={1} wrap>
      {verbsOf(mask).map((verb) => (
        <Badge key={verb}>{verb}</Badge>
      ))}
    </Row>
  )
}
