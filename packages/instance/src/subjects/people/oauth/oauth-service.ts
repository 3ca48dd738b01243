import { Problem } from '@millwright/contract/problem'
import type { Service } from '../../../gateway/service.ts'
import type { ServiceParts } from '../../../gateway/service-kind.ts'
import { createAsk } from '../../../platform/outgoing/ask.ts'
import { flag } from '../../../request/params.ts'
import { arrivalRules } from '../external/external-person.ts'
import { rolesOfNames } from './google-groups.ts'
import { ownProvider } from './own-provider.ts'
import { createPostedAnswers } from './posted-answers.ts'
import { textOf } from './provider.ts'
import { createProviderSignIn } from './provider-sign-in.ts'
import { providers } from './providers.ts'
import { createReach } from './reach.ts'

const components = ['', '*']
/** Bytes of what a provider answers. */
const longest = 1_000_000
/** Milliseconds. */
const timeout = 15_000

/** A service over which people sign in at a provider (docs/wire/sign-in.md). */
export function createOauthService({ row, config, host }: ServiceParts): Service {
  const { config: instance, clock } = host.parts
  const provider = providers.get(row.type)?.(config) ?? ownProvider(config)
  const allowPrivateHosts = [...instance.allowPrivateHosts, ...hostsIn(config)]
  const client = {
    id: textOf(config.client_id) ?? '',
    secret: textOf(config.client_secret) ?? '',
    redirectUrl: textOf(config.redirect_url) ?? '',
  }
  const reach = createReach(createAsk({ allowPrivateHosts, longest, timeout }))
  const rulesFor = (groups: readonly string[] | null) =>
    arrivalRules(config, groups === null ? undefined : rolesOfNames(config, groups))
  const signIn = createProviderSignIn({ service: row, provider, client, rulesFor, reach, clock })
  const takeAnswer = createPostedAnswers({ row, host }, signIn)
  return {
    publicEndpoints: [{ path: 'sso', verbs: ['POST'] }],
    accessList: async () => components,
    signIn,
    async handle(request) {
      const { verb, service, resource, params } = request
      if (verb === 'POST' && resource === 'sso') return takeAnswer(request)
      const asked = verb === 'GET' && resource === ''
      if (asked && flag(params, 'as_access_list')) return { status: 200, body: { resource: components } }
      throw new Problem(404, `People sign in over '${service}' at user/session?service=${service}.`)
    },
  }
}

/** Where an administrator put the provider, it may be reached, wherever that is. */
function hostsIn(config: Readonly<Record<string, unknown>>): string[] {
  return ['discovery_document', 'auth_endpoint', 'token_endpoint', 'user_endpoint', 'jwks_uri'].flatMap((name) => {
    const address = URL.parse(textOf(config[name]) ?? '')
    if (address === null) return []
    return [`${address.hostname}:${address.port || (address.protocol === 'https:' ? '443' : '80')}`]
  })
}
