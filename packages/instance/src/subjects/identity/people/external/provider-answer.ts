import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest } from '../../../../request/api-request.ts'

/** The parameters with which a provider sent people back, and their single state. */
export interface ProviderAnswer {
  readonly answer: URLSearchParams
  readonly state: string
}

/** Reads the query, or a form that has a state. Throws a 400 for no state or several. */
export function providerAnswer({ query, params, payload }: ApiRequest): ProviderAnswer {
  const form = isRecord(payload) && 'state' in payload ? textsOf(payload) : null
  const answer = new URLSearchParams(form ?? query ?? { ...params })
  const [state = '', ...more] = answer.getAll('state')
  if (state === '' || more.length > 0)
    throw new Problem(400, 'The response of the provider must have exactly one state.')
  return { answer, state }
}

function textsOf(payload: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(payload).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
}
