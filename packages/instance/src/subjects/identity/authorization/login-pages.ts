import { Problem } from '@millwright/contract/problem'
import type { OauthAnswer, OauthRequest } from '../../../gateway/ports/authorization-server.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { Authenticate, LoginTry } from '../people/authenticate.ts'
import type { BeginSession } from '../people/begin-session.ts'
import { redirectWith, tokenPlaceholder } from '../people/external/login-redirect.ts'
import { neededParameter, parameter } from './authorization-request.ts'
import { OauthProblem } from './oauth-problem.ts'
import type { AskingBrowser, ConsentRequest, SealedRequests } from './sealed-requests.ts'
import { addressOf, type McpService } from './server-metadata.ts'

interface LoginPageParts {
  readonly requests: SealedRequests
  readonly services: Pick<Registry, 'find' | 'all'>
  readonly authenticate: Authenticate
  readonly begin: BeginSession
  /** The attribute by which users sign in to this instance. */
  readonly attribute: LoginTry['attribute']
}

/**
 * Custom login pages of MCP services (docs/wire/oauth.md). Whatever such a page sends, this instance asks the person what the client may
 * do.
 */
export interface LoginPages {
  lead(request: OauthRequest, service: McpService): Promise<OauthAnswer>
  /** Throws 403 for requests from other pages. */
  signIn(request: OauthRequest, service: McpService): Promise<OauthAnswer>
  toProvider(request: OauthRequest, service: McpService): Promise<OauthAnswer>
}

interface Asked {
  readonly text: string
  readonly asked: ConsentRequest & { readonly by: AskingBrowser }
  readonly page: URL
}

const longestField = 1_000

export function createLoginPages({ requests, services, authenticate, begin, attribute }: LoginPageParts): LoginPages {
  /** `name`: of the parameter that contains the sealed request. */
  function askedIn({ params }: OauthRequest, { id, endpoint }: McpService, name: string): Asked {
    const text = neededParameter(params, name)
    const { asked } = requests.open(text)
    const { by } = asked
    const page = endpoint.signsInAt
    if (asked.service !== id || page === null || !('redirectUri' in by)) {
      throw new OauthProblem(
        'invalid_request',
        'This request belongs to another service. Connect again from your client.',
      )
    }
    return { text, asked: { ...asked, by }, page }
  }

  async function providers(): Promise<{ name: string; label: string }[]> {
    const found = await Promise.all((await services.all()).map(({ name }) => services.find(name.toLowerCase())))
    return found.flatMap((each) =>
      each?.row.isActive === true && each.service.signIn?.kind === 'provider'
        ? [{ name: each.row.name, label: each.row.label || each.row.name }]
        : [],
    )
  }

  /** Adds the parameters that such pages expect; all but `state` are informational. */
  async function addressOfPage({ text, asked, page }: Asked, origin: string, service: McpService): Promise<URL> {
    const { redirectUri, state, challenge } = asked.by
    const base = addressOf(origin, service.name)
    const address = new URL(page)
    const values = {
      client_id: asked.clientId,
      redirect_uri: redirectUri,
      state: text,
      original_state: state ?? '',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      scope: asked.scopes.join(' '),
      service: service.name,
      login_url: `${base}/login`,
      oauth_services: Buffer.from(JSON.stringify(await providers())).toString('base64'),
      oauth_callback_base: base,
    }
    for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value)
    return address
  }

  return {
    async lead(request, service) {
      return found((await addressOfPage(askedIn(request, service, 'request'), request.origin, service)).href)
    },

    async signIn(request, service) {
      const { params, origin, address, agent, from } = request
      const loginRequest = askedIn(request, service, 'state')
      // Otherwise any page could sign a browser in as another user (login CSRF).
      if (from !== loginRequest.page.origin && from !== new URL(origin).origin) {
        throw new OauthProblem('access_denied', 'Sign in on the page of this service.', { status: 403 })
      }
      const consent = `/consent?${new URLSearchParams({ request: loginRequest.text })}`
      const redirect = {
        // quoted: the placeholder is replaced by an encoded token
        address: `/login?session_token=${tokenPlaceholder}&${new URLSearchParams({ to: consent })}`,
        base: origin,
        refusal: 'sign_in_error',
      } as const
      const name = field(params, 'email') ?? field(params, 'username') ?? ''
      const password = field(params, 'password') ?? ''
      try {
        const { id, generation } = await authenticate({ attribute, name, password, population: null, address })
        const device = { address, agent: agent?.slice(0, 300) ?? null }
        const session = { app: null, forever: false, device, origin, generation }
        const { headers } = await redirectWith(redirect, () => begin(id, session))
        return found(headers?.location ?? '')
      } catch (error) {
        if (!(error instanceof Problem) || ![401, 429].includes(error.status)) throw error
        const again = await addressOfPage(loginRequest, origin, service)
        again.searchParams.set('error', error.status === 429 ? 'slow_down' : 'access_denied')
        again.searchParams.set('error_description', error.message)
        return found(again.href)
      }
    },

    async toProvider(request, service) {
      const { text } = askedIn(request, service, 'state')
      const provider = neededParameter(request.params, 'provider')
      return found(`${request.origin}/consent?${new URLSearchParams({ request: text, provider })}`)
    },
  }
}

function field(params: URLSearchParams, name: string): string | undefined {
  const value = parameter(params, name)
  if (value !== undefined && value.length > longestField) {
    throw new OauthProblem('invalid_request', `The field ${name} is too long.`)
  }
  return value
}

/** Redirects without a referrer, as the URL of the page contains secrets. */
export const found = (location: string): OauthAnswer => ({
  status: 302,
  headers: { location, 'referrer-policy': 'no-referrer' },
})
