import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import type { ProviderSignIn } from '../../../gateway/ports/sign-in.ts'
import type { ServiceParts } from '../../../gateway/service-kind.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { sentBinding } from '../external/binding.ts'
import { type Landing, land, tokenPlace } from '../external/landing.ts'
import { providerAnswer } from '../external/provider-answer.ts'
import { createSignInStates } from '../external/sign-in-states.ts'

/**
 * `POST {service}/sso`: takes the answer of the provider in place of a console, and sends the browser on with `jwt`, the session
 * token, or with `error` (docs/wire/sign-in.md).
 */
export function createPostedAnswers({ row, host }: Pick<ServiceParts, 'row' | 'host'>, signIn: ProviderSignIn) {
  const states = createSignInStates(host.parts.vault, host.parts.clock, host.useOnce)

  async function begin(request: ApiRequest): Promise<string> {
    const { answer, state } = providerAnswer(request)
    const { service, proof } = await states.redeem(state, sentBinding(request))
    if (service.id !== row.id) throw new Problem(401, 'This sign-in was not begun here. Begin it again.')
    const vouched = await signIn.finish(answer, state, proof)
    return (await host.enter(vouched, request, false)).session_token ?? ''
  }

  return (request: ApiRequest): Promise<ApiResponse> =>
    land(landingAt(signIn.comesBackTo, row.name), () => begin(request))
}

/** The page that people come back to anyway; the login page of its host where that is this endpoint. */
function landingAt(comesBackTo: URL, name: string): Landing {
  const isHere = comesBackTo.pathname.toLowerCase() === `${apiPrefix}/${name}/sso`.toLowerCase()
  const address = isHere ? new URL('/login', comesBackTo) : new URL(comesBackTo)
  address.searchParams.set('jwt', tokenPlace)
  return { address: address.href, base: address.href, refusal: 'error' }
}
