import { useQuery } from '@tanstack/react-query'
import { useEnvironment } from '../../../instance/environment.ts'
import { locale } from '../../../language/language.ts'
import { Text } from '../../../ui/text.tsx'
import { t } from '../messages.ts'

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
    count > some.length ? [...some, t.more({ count: count - some.length })] : some,
  )
  return (
    <Text tone="muted" size="sm" breakAnywhere>
      {names.length === 0
        ? t.noServiceRoleOrScript({ name: `{${name}}` })
        : t.inUseBy({ names: new Intl.ListFormat(locale()).format(names) })}
    </Text>
  )
}
