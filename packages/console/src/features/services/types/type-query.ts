import type { ServiceType } from '@millwright/contract/wire/services'
import { queryOptions } from '@tanstack/react-query'
import { collectionKey } from '../../../instance/collections.ts'
import { namedTypes } from '../../../instance/named-services.ts'
import { send } from '../../../instance/send.ts'
import { serverMessages } from '../../../instance/server-sentences.ts'
import { declaredTexts } from '../config/declared-texts.ts'
import { withPaidTypes } from './type-list.ts'

const collection = 'system/service_type'

/** All service types with their settings, including types that this instance lacks. */
export const serviceTypesQuery = queryOptions({
  queryKey: [...collectionKey(collection)],
  queryFn: async ({ signal }): Promise<readonly ServiceType[]> => {
    const asked = send({ verb: 'GET', path: collection, signal })
    const [{ data }] = await Promise.all([asked, declaredTexts.load(), serverMessages.load()])
    const types = (data.resource ?? []).filter(({ name }) => typeof name === 'string')
    return withPaidTypes(await namedTypes(types.map(inTheirLanguage)))
  },
  staleTime: 30_000,
})

function inTheirLanguage(type: ServiceType): ServiceType {
  const { unavailable_reason: reason } = type
  return typeof reason === 'string' ? { ...type, unavailable_reason: serverMessages.say(reason) } : type
}
