import type { Verb } from '@millwright/contract/verbs'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Params } from '../../../request/api-request.ts'
import { instanceCaller } from '../../../request/caller.ts'

/** A request of the operator of an instance. `path`: below the prefix of the API. */
export interface OperatorRequest {
  readonly verb: Verb
  readonly path: string
  readonly params?: Params
  readonly payload?: unknown
}

/** Returns the body of the answer. Throws a `Problem` if the request is refused. */
export type Operate = (request: OperatorRequest) => Promise<unknown>

/** Sends requests with the rights of the instance itself, for commands on its data folder. */
export function createOperate(call: Forward): Operate {
  return async ({ verb, path, params = {}, payload }) => {
    const [service = '', ...resource] = path.split('/')
    const { body } = await call({
      verb,
      service,
      resource: resource.join('/'),
      params,
      payload,
      payloadFormat: payload === undefined ? 'none' : 'json',
      headers: {},
      caller: instanceCaller('operator'),
      sentToken: null,
      requestor: 'API',
      origin: 'http://localhost',
      address: '',
    })
    return body
  }
}
