import { queryOptions } from '@tanstack/react-query'
import { collectionKey } from '../../instance/collections.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'

/** Predefined keys that callers cannot change themselves. */
const predefined = ['user.id', 'role.id', 'app.id']
const most = 200

/** Names of lookup keys for the values of row filters: predefined ones, and those of the instance that the caller may read. */
export const filterKeysQuery = queryOptions({
  queryKey: [...collectionKey('system/lookup'), 'row-filters'],
  queryFn: async ({ signal }): Promise<readonly string[]> => {
    const params = { fields: 'name', order: 'name', limit: most }
    try {
      const { data } = await send({ verb: 'GET', path: 'system/lookup', params, signal })
      return [...predefined, ...(data?.resource ?? []).flatMap(({ name }) => name || [])]
    } catch (error) {
      if (error instanceof InstanceError && error.kind === 'refused') return predefined
      throw error
    }
  },
  staleTime: 60_000,
  retry: false,
})
