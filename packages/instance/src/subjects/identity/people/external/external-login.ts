import { Problem } from '@millwright/contract/problem'
import type { PasswordSignIn, ProviderSignIn, StartSession } from '../../../../gateway/ports/sign-in.ts'
import type { Registry } from '../../../../gateway/registry.ts'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { type Fields, fieldsOf, flagIn, loginField, textIn } from '../../../../request/body.ts'
import { flag } from '../../../../request/params.ts'
import type { Throttle } from '../throttle.ts'
import {
  type BegunAt,
  bindingCookie,
  newBinding,
  providerAnswer,
  type SignInStates,
  sentBinding,
} from './sign-in-states.ts'

/** Signs in at `user/session` through other services. */
export interface ExternalLogin {
  /** Handles requests about another service. Returns `null` for others. */
  answer(request: ApiRequest): Promise<ApiResponse> | null
}

interface ExternalLoginParts {
  readonly services: Pick<Registry, 'find'>
  readonly states: SignInStates
  readonly throttle: Throttle
  readonly enter: StartSession
}

/** Directories check a password, while providers work by redirects (docs/wire/sign-in.md). */
export function createExternalLogin({ services, states, throttle, enter }: ExternalLoginParts): ExternalLogin {
  async function byService(name: string, request: ApiRequest, fields: Fields): Promise<ApiResponse> {
    const found = await services.find(name.toLowerCase())
    const signIn = found?.service.signIn
    if (found === null || !found.row.isActive || signIn === undefined) {
      throw new Problem(400, `There is no service '${name}' to sign in with.`)
    }
    if (signIn.kind === 'provider') return redirectToProvider(found.row, signIn, request)
    if (request.verb === 'GET') throw new Problem(400, `Credentials for '${name}' must be sent with POST.`)
    return { status: 200, body: await byPassword(found.row.name, signIn, request, fields) }
  }

  async function byPassword(
    service: string,
    signIn: PasswordSignIn,
    request: ApiRequest,
    fields: Fields,
  ): Promise<object> {
    const username = loginField(fields, 'username')
    const password = loginField(fields, 'password')
    const attempt = await throttle.attempt(`${service}/${username}`, request.address)
    const vouched = await attempt.check(() => signIn.check({ username, password }))
    await attempt.succeeded()
    return enter(vouched, request, flagIn(fields, 'remember_me'))
  }

  /** Returns the URL to scripts, which cannot follow the redirect, and redirects browsers. */
  async function redirectToProvider(
    service: BegunAt,
    signIn: ProviderSignIn,
    request: ApiRequest,
  ): Promise<ApiResponse> {
    const byScript = isScript(request)
    const returns = signIn.comesBackTo.host === new URL(request.origin).host
    const binding = byScript || !returns ? null : (sentBinding(request, { origin: request.origin }) ?? newBinding())
    const { state, proof } = states.issue(service, binding)
    const address = (await signIn.authorizationUrl(state, proof)).href
    if (byScript) return { status: 200, body: { response: { redirect: true, url: address } } }
    const cookie = binding === null ? {} : { 'set-cookie': bindingCookie(binding, { origin: request.origin }) }
    const headers = { location: address, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...cookie }
    return { status: 302, body: undefined, headers }
  }

  async function comeBack(request: ApiRequest): Promise<ApiResponse> {
    const { answer, state } = providerAnswer(request)
    const { service, proof } = await states.redeem(state, sentBinding(request, { origin: request.origin }))
    const found = await services.find(service.name.toLowerCase())
    const signIn = found?.row.id === service.id && found.row.isActive ? found.service.signIn : undefined
    if (signIn?.kind !== 'provider') {
      throw new Problem(401, 'The service that started this sign-in is no longer available.')
    }
    const vouched = await signIn.exchangeCode(answer, state, proof)
    return { status: 200, body: await enter(vouched, request, false) }
  }

  return {
    answer(request) {
      const { verb, params } = request
      if (verb !== 'GET' && verb !== 'POST') return null
      if (verb === 'POST' && flag(params, 'oauth_callback')) return comeBack(request)
      const fields = verb === 'POST' ? fieldsOf(request) : {}
      const name = textIn(fields, 'service') ?? params.service
      return name === undefined || name === '' ? null : byService(name, request, fields)
    },
  }
}

/** Detected by headers that browsers set, unless the page states it. */
function isScript({ headers }: ApiRequest): boolean {
  return headers['x-requested-with']?.toLowerCase() === 'xmlhttprequest' || headers['sec-fetch-mode'] === 'cors'
}
