import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import { verbs } from '@millwright/contract/verbs'
import type { ProviderSignIn } from '../../../../gateway/ports/sign-in.ts'
import type { Service } from '../../../../gateway/service.ts'
import type { ServiceParts } from '../../../../gateway/service-kind.ts'
import { createRequestSender } from '../../../../platform/outgoing/ask.ts'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { programSignIn } from '../../../../request/call.ts'
import { flag } from '../../../../request/params.ts'
import { linkingRules } from '../external/account-linking.ts'
import { type LoginRedirect, redirectWith, tokenPlaceholder } from '../external/login-redirect.ts'
import { createSignInStates, providerAnswer, sentBinding } from '../external/sign-in-states.ts'
import { customProvider } from './custom-provider.ts'
import { createReach } from './metadata.ts'
import { createProgramTokens } from './program-tokens.ts'
import { textOf } from './provider.ts'
import { createProviderSignIn } from './provider-sign-in.ts'
import { providers, rolesOfNames } from './providers.ts'

const components = ['', '*']
/** Maximum bytes of a provider's response. */
const longest = 1_000_000
/** In milliseconds. */
const timeout = 15_000

/** A service for signing in at a provider (docs/wire/sign-in.md). */
export function createOauthService({ row, config, host }: ServiceParts): Service {
  const { config: instance, clock } = host.parts
  const provider = providers.get(row.type)?.(config) ?? customProvider(config)
  const allowPrivateHosts = [...instance.allowPrivateHosts, ...hostsIn(config)]
  const client = {
    id: textOf(config.client_id) ?? '',
    secret: textOf(config.client_secret) ?? '',
    redirectUrl: textOf(config.redirect_url) ?? '',
  }
  const reach = createReach(createRequestSender({ allowPrivateHosts, longest, timeout }))
  const rulesFor = (groups: readonly string[] | null) =>
    linkingRules(config, groups === null ? undefined : rolesOfNames(config, groups))
  const signIn = createProviderSignIn({ service: row, provider, client, rulesFor, reach, clock })
  const programs = createProgramTokens({ service: row, provider, settings: config, reach, timeout, clock })
  const takeAnswer = createPostedAnswers({ row, host }, signIn)

  async function enterProgram(request: ApiRequest): Promise<ApiResponse> {
    const { verb, service, sentToken } = request
    if (verb !== 'POST') throw new Problem(405, `${verb} is not supported here.`, { headers: { allow: 'POST' } })
    if (programs === null) throw new Problem(400, `'${service}' accepts no programs.`)
    if (sentToken === null) throw new Problem(401, 'Send the access token of the provider as Authorization: Bearer.')
    return { status: 200, body: await host.enterProgram(programs(sentToken), request) }
  }

  return {
    publicEndpoints: [
      { path: 'sso', verbs: ['POST'] },
      ...('program_accounts' in config ? [{ path: programSignIn, verbs, verifiesToken: true as const }] : []),
    ],
    accessList: async () => components,
    signIn,
    async handle(request) {
      const { verb, service, resource, params } = request
      if (verb === 'POST' && resource === 'sso') return takeAnswer(request)
      if (resource === programSignIn && 'program_accounts' in config) return enterProgram(request)
      const isListing = verb === 'GET' && resource === ''
      if (isListing && flag(params, 'as_access_list')) return { status: 200, body: { resource: components } }
      throw new Problem(404, `Users sign in with '${service}' at user/session?service=${service}.`)
    },
  }
}

/** Hosts that an administrator configured may be private. */
function hostsIn(config: Readonly<Record<string, unknown>>): string[] {
  return ['discovery_document', 'auth_endpoint', 'token_endpoint', 'user_endpoint', 'jwks_uri'].flatMap((name) => {
    const address = URL.parse(textOf(config[name]) ?? '')
    if (address === null) return []
    return [`${address.hostname}:${address.port || (address.protocol === 'https:' ? '443' : '80')}`]
  })
}

/**
 * `POST {service}/sso`: handles the provider's response without the console, and redirects the browser with `jwt`, the session
 * token, or with `error` (docs/wire/sign-in.md).
 */
function createPostedAnswers({ row, host }: Pick<ServiceParts, 'row' | 'host'>, signIn: ProviderSignIn) {
  const states = createSignInStates(host.parts.vault, host.parts.clock, host.useOnce)

  async function begin(request: ApiRequest): Promise<string> {
    const { answer, state } = providerAnswer(request)
    const { service, proof } = await states.redeem(state, sentBinding(request, { origin: request.origin }))
    if (service.id !== row.id) throw new Problem(401, 'This sign-in was not started here. Start again.')
    const vouched = await signIn.exchangeCode(answer, state, proof)
    return (await host.enter(vouched, request, false)).session_token ?? ''
  }

  return (request: ApiRequest): Promise<ApiResponse> =>
    redirectWith(redirectAt(signIn.comesBackTo, row.name), () => begin(request))
}

/** The configured redirect page, or the login page of its host if that is this endpoint. */
function redirectAt(comesBackTo: URL, name: string): LoginRedirect {
  const isHere = comesBackTo.pathname.toLowerCase() === `${apiPrefix}/${name}/sso`.toLowerCase()
  const address = isHere ? new URL('/login', comesBackTo) : new URL(comesBackTo)
  address.searchParams.set('jwt', tokenPlaceholder)
  return { address: address.href, base: address.href, refusal: 'error' }
}
