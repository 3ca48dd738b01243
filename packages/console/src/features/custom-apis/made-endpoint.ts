import type { DataViewRecord } from '@millwright/contract/records/data-view'
import { queryOptions } from '@tanstack/react-query'
import { readRecord } from '../../instance/collections.ts'
import { send } from '../../instance/send.ts'
import type { OtherStart } from './api-address.ts'
import {
  endpointOfRequest,
  endpointOfRoutine,
  endpointOfView,
  type LoggedRequest,
  type MadeEndpoint,
  type Routine,
} from './plan/other-starts.ts'
import { requests, views } from './start-queries.ts'

/** The endpoint that such a start makes. */
export function madeEndpointQuery(start: OtherStart, service: string, of: string) {
  return queryOptions({
    queryKey: ['custom-apis', 'start', start, service, of],
    queryFn: async ({ signal }): Promise<MadeEndpoint> => {
      if (start === 'routine') return endpointOfRoutine(service, await routineOf(service, of, signal))
      if (start === 'view') return endpointOfView((await readRecord<DataViewRecord>(views, of, {}, signal)).record)
      return endpointOfRequest((await readRecord<LoggedRequest>(requests, of, {}, signal)).record)
    },
  })
}

interface DescribedRoutine {
  readonly params?: readonly { readonly name?: string; readonly type?: string; readonly param_type?: string }[]
}

async function routineOf(service: string, resource: string, signal: AbortSignal): Promise<Routine> {
  const [root = '', ...name] = resource.split('/')
  const call = { verb: 'GET', path: `${encodeURIComponent(service)}/${root}`, params: { ids: name.join('/') } } as const
  const { data } = await send<{ resource?: readonly DescribedRoutine[] }>({ ...call, signal })
  const params = (data.resource?.[0]?.params ?? []).flatMap(({ name: own, type = '', param_type = 'IN' }) =>
    own === undefined || own === '' ? [] : [{ name: own, type, isIn: /IN/i.test(param_type) }],
  )
  return { resource, params }
}
