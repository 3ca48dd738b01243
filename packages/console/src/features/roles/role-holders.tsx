import type { DependentGroup } from '@millwright/contract/wire/dependents'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { Stack } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { dependentsOf } from '../../widgets/deletion/dependents.ts'

/** Who has a role, by kind; null while that is not known, or cannot be. */
function useHolders(id: number | null) {
  const environment = useEnvironment()
  return useQuery({
    queryKey: ['collection', 'system/role', 'holders', id],
    queryFn: async () => await dependentsOf(environment, 'system/role', { ids: [id ?? 0] }),
    enabled: id !== null && environment.platform !== undefined,
    staleTime: 30_000,
  })
}

const number = new Intl.NumberFormat()

function counted({ resource, count }: DependentGroup): string {
  const word = resource.replaceAll('_', ' ')
  return `${number.format(count)} ${count === 1 ? word : `${word}s`}`
}

/** `12 users and 1 app`; null when nobody has the role, or nobody can tell. */
export function useHeldBy(id: number | null): string | null {
  const groups = useHolders(id).data?.resource ?? []
  return groups.length === 0 ? null : new Intl.ListFormat('en').format(groups.map(counted))
}

/** Who has the role, and what uses it. */
export function RoleHolders({ id }: { id: number }) {
  const filtersPeople = hasFeature(useEnvironment(), 'filter-people')
  const { data, isPending } = useHolders(id)
  if (isPending) return <Skeleton lines={4} />
  if (!data) return <Text tone="muted">This instance does not list who has this role.</Text>
  const { resource: groups, hidden } = data
  return (
    <Stack gap={5}>
      {groups.length === 0 && !hidden ? (
        <Text tone="muted">Nobody has this role yet: no user, no app and no sign-in service refers to it.</Text>
      ) : null}
      {groups.map((group) => (
        <Stack as="section" gap={1} key={`${group.resource} ${group.consequence}`}>
          <Text as="h3" size="md">
            {counted(group)}
          </Text>
          <Text breakAnywhere>
            {group.names.join(', ')}
            {group.count > group.names.length ? ` and ${number.format(group.count - group.names.length)} more` : ''}
          </Text>
          {group.resource === 'user' && filtersPeople ? (
            <Link to="/users" search={{ where: `role_id:is:${id}` }}>
              Show all
            </Link>
          ) : null}
        </Stack>
      ))}
      {hidden ? <Text tone="muted">It is in use elsewhere too, by records that you may not read.</Text> : null}
    </Stack>
  )
}
