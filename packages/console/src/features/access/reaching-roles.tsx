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
import type { ExplorerPlace } from '../../widgets/explorer/explorer-place.ts'
import { LoadFailure } from '../../widgets/load-failure/load-failure.tsx'
import styles from './access.module.css'
import { ruledRolesQuery } from './access-queries.ts'
import { type AccessRow, accessRows } from './access-rows.ts'
import { accessMessages } from './messages.ts'

const GiveAccess = lazy(() => import('./give-access.tsx').then((module) => ({ default: module.GiveAccess })))

interface ReachingRolesProps {
  place: ExplorerPlace
  serviceId: number
}

/** The roles that reach a place, and what gives it to more. */
export function ReachingRoles({ place, serviceId }: ReachingRolesProps) {
  const navigate = useNavigate()
  const writeBlock = useWriteBlock()
  const { data, error, refetch } = useQuery(ruledRolesQuery)
  if (!data && !error) return <Skeleton lines={8} />
  if (!data) return <LoadFailure error={error} text={accessMessages.failed} onRetry={() => void refetch()} />
  const rows = accessRows(data.roles, place, serviceId)
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
          New role
        </Button>
      </Row>
      {rows.length === 0 ? (
        <EmptyState icon={<IconShieldOff />} title={accessMessages.none(name)}>
          Apps and users cannot use it until a role allows it. Administrators without a role can.
        </EmptyState>
      ) : (
        <section className={styles.scroll} aria-label={`Roles that reach ${name}`}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Role</th>
                <th scope="col">Methods</th>
                <th scope="col">By the rule</th>
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
      {data.more ? <Text tone="muted">Only the first {data.roles.length} roles are looked at.</Text> : null}
    </Stack>
  )
}

function RoleRow({ row, place, serviceId }: ReachingRolesProps & { row: AccessRow }) {
  const { role, mask, below, rules, conditions, scriptsOnly } = row
  return (
    <tr>
      <th scope="row">
        <Link to="/roles/$id" params={{ id: String(role.id) }} search={{ section: 'access' }} className={styles.role}>
          {role.name}
        </Link>{' '}
        {role.active === false ? <Badge tone="warning">Inactive</Badge> : null}
      </th>
      <td>
        <Verbs mask={mask | below} />
        {mask === below || place.kind === 'service' ? null : (
          <span className={styles.note}>
            {below === 0
              ? 'List only, no single records'
              : mask === 0
                ? 'Single records only, no list'
                : difference(row)}
          </span>
        )}
        {scriptsOnly ? <span className={styles.note}>Scripts only, not the API</span> : null}
      </td>
      <td>
        {rules.slice(0, 3).map(({ id, service_id, component }) => (
          <code key={id} className={styles.rule}>
            {service_id === serviceId ? component || '/' : `All services: ${component || '/'}`}
          </code>
        ))}
        {rules.length > 3 ? <span className={styles.note}>and {rules.length - 3} more</span> : null}
        {conditions ? <Badge>Row conditions</Badge> : null}
      </td>
    </tr>
  )
}

function difference({ mask, below }: AccessRow): string {
  return `List: ${verbsOf(mask).join(', ')}. Single ones: ${verbsOf(below).join(', ')}.`
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
