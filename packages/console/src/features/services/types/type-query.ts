import type { ServiceType } from '@millwright/contract/wire/service-type'
import { queryOptions } from '@tanstack/react-query'
import { collectionKey } from '../../../instance/collections.ts'
import { send } from '../../../instance/send.ts'
import { declaredTexts } from '../config/declared-texts.ts'
import { withPaidTypes } from './type-list.ts'

const collection = 'system/service_type'

/** Every kind of service, with the form of its settings; kinds that this instance lacks are among them. */
export const serviceTypesQuery = queryOptions({
  queryKey: [...collectionKey(collection)],
  queryFn: async ({ signal }): Promise<readonly ServiceType[]> => {
    const [{ data }] = await Promise.all([send({ verb: 'GET', path: collection, signal }), declaredTexts.load()])
    return withPaidTypes((data.resource ?? []).filter(({ name }) => typeof name === 'string'))
  },
  staleTime: 30_000,
})
