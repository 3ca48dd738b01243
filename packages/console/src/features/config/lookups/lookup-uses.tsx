import { useQuery } from '@tanstack/react-query'
import { useEnvironment } from '../../../instance/environment.ts'
import { Text } from '../../../ui/text.tsx'

/** Who refers to a stored lookup key; says so too where nobody does, as far as the instance can tell. */
export function LookupUses({ id, name }: { id: number; name: string }) {
  const environment = useEnvironment()
  const { data } = useQuery({
    queryKey: ['collection', 'system/lookup', 'uses', id],
    queryFn: async () => {
      const { dependentsOf } = await import('../../../widgets/deletion/dependents.ts')
      return dependentsOf(environment, 'system/lookup', { ids: [id] })
    },
    enabled: environment.platform?.features?.includes('dependents') ?? false,
    staleTime: 0,
  })
  if (!data) return null
  const { resource: groups, hidden } = data
  if (groups.length === 0 && hidden) return null
  const names = groups.flatMap(({ names: some, count }) =>
    count > some.length ? [...some, `${count - some.length} more`] : some,
  )
  return (
    <Text tone="muted" size="sm" breakAnywhere>
      {names.length === 0
        ? `No service, role or script refers to {${name}}.`
        : `In use by ${new Intl.ListFormat('en').format(names)}.`}
    </Text>
  )
}
