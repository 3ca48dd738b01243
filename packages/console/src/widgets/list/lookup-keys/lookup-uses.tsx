import { useQuery } from '@tanstack/react-query'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import { list } from '../../../language/format.ts'
import { Text } from '../../../ui/text.tsx'
import { t } from './messages.ts'

/** What refers to a lookup key; also shows if nothing does, as far as the instance knows. */
export function LookupUses({ name }: { name: string }) {
  const environment = useEnvironment()
  const { data } = useQuery({
    queryKey: ['collection', 'system/lookup', 'uses', name],
    queryFn: async ({ signal }) => {
      const { keyUses } = await import('../deletion/dependents.ts')
      return keyUses(name, signal)
    },
    enabled: name !== '' && hasFeature(environment, 'lookup-uses'),
    staleTime: 0,
    retry: false,
  })
  if (!data) return null
  const { resource: groups, hidden } = data
  if (groups.length === 0 && hidden) return null
  const names = groups.flatMap(({ names: some, count }) =>
    count > some.length ? [...some, t.more({ count: count - some.length })] : some,
  )
  return (
    <Text tone="muted" size="sm" breakAnywhere>
      {names.length === 0 ? t.keyUnused({ name: `{${name}}` }) : t.keyUses({ names: list(names) })}
    </Text>
  )
}
