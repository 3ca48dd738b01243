import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { list } from '../../language/format.ts'
import { Stack } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { countedDependents, dependentNames, dependentsOf } from '../../widgets/list/deletion/dependents.ts'
import { t } from './opened/messages.ts'

/** Returns who has a role, by kind; `null` while unknown or if it cannot be loaded. */
function useHolders(id: number | null) {
  const environment = useEnvironment()
  return useQuery({
    queryKey: ['collection', 'system/role', 'holders', id],
    queryFn: async () => await dependentsOf(environment, 'system/role', { ids: [id ?? 0] }),
    enabled: id !== null && environment.platform !== undefined,
    staleTime: 30_000,
  })
}

/** Returns `12 users and 1 app`; `null` if no one has the role, or if this is unknown. */
export function useHeldBy(id: number | null): string | null {
  const groups = useHolders(id).data?.resource ?? []
  return groups.length === 0 ? null : list(groups.map(countedDependents))
}

/** The people and apps that have the role, and what uses it. */
export function RoleHolders({ id }: { id: number }) {
  const filtersPeople = hasFeature(useEnvironment(), 'filter-people')
  const { data, isPending } = useHolders(id)
  if (isPending) return <Skeleton lines={4} />
  if (!data) return <Text tone="muted">{t.usesUnknown}</Text>
  const { resource: groups, hidden } = data
  return (
    <Stack gap={5}>
      {groups.length === 0 && !hidden ? <Text tone="muted">{t.unusedHelp}</Text> : null}
      {groups.map((group) => (
        <Stack as="section" gap={1} key={`${group.resource} ${group.consequence}`}>
          <Text as="h3" size="md">
            {countedDependents(group)}
          </Text>
          <Text breakAnywhere>{dependentNames(group)}</Text>
          {group.resource === 'user' && filtersPeople ? (
            <Link to="/users" search={{ where: `role_id:is:${id}` }}>
              {t.showAll}
            </Link>
          ) : null}
        </Stack>
      ))}
      {hidden ? <Text tone="muted">{t.hiddenUses}</Text> : null}
    </Stack>
  )
}
