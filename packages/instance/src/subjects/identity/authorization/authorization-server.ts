import type { AuthorizationServer, OauthRequest } from '../../../gateway/ports/authorization-server.ts'
import {
  neededParameter,
  parameter,
  readAuthorizationRequest,
  refuseOtherResource,
  scopesIn,
} from './authorization-request.ts'
import type { OauthClient } from './client-metadata.ts'
import { type Devices, deviceLife, pollInterval } from './devices.ts'
import { found, type LoginPages } from './login-pages.ts'
import type { OauthClients } from './oauth-clients.ts'
import { OauthProblem } from './oauth-problem.ts'
import { authorizationResponseUrl, isRegistered } from './redirect-address.ts'
import type { SealedRequests } from './sealed-requests.ts'
import {
  addressOf,
  deviceGrant,
  type FindMcpService,
  type McpService,
  resourceMetadata,
  serverMetadata,
} from './server-metadata.ts'
import type { TokenEndpoint, TokenRequest } from './token-endpoint.ts'

interface ServerParts {
  readonly findService: FindMcpService
  readonly clients: OauthClients
  readonly requests: SealedRequests
  readonly devices: Devices
  readonly tokens: TokenEndpoint
  readonly pages: LoginPages
}

/** Each MCP service is a separate issuer, whose tokens are valid for it alone (docs/wire/oauth.md). */
export function createAuthorizationServer({
  findService,
  clients,
  requests,
  devices,
  tokens,
  pages,
}: ServerParts): AuthorizationServer {
  async function serviceOf({ service: name }: OauthRequest): Promise<McpService> {
    const service = await findService(name)
    if (service === null) throw new OauthProblem('invalid_request', 'There is no such MCP service.', { status: 404 })
    return service
  }

  async function described(request: OauthRequest) {
    const { name: service, label, endpoint } = await serviceOf(request)
    return { origin: request.origin, service, label, scopes: endpoint.scopes }
  }

  return {
    resourceMetadata: async (request) => ({ status: 200, body: resourceMetadata(await described(request)) }),
    serverMetadata: async (request) => ({ status: 200, body: serverMetadata(await described(request)) }),

    async register(request) {
      const service = await serviceOf(request)
      const { id, issued, name, redirectUris } = await clients.register(request.payload, service, request.address)
      const body = {
        client_id: id,
        client_id_issued_at: issued,
        client_name: name,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token', deviceGrant],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      }
      return { status: 201, body }
    },

    async authorize(request) {
      const { params } = request
      const service = await serviceOf(request)
      const client = await clients.find(neededParameter(params, 'client_id'), service)
      const redirectUri = redirectAddressOf(params, client)
      const asker = { redirectUri, state: params.get('state') || null, issuer: addressOf(request.origin, service.name) }
      try {
        const { scopes, challenge } = readAuthorizationRequest(params, service.endpoint.scopes, asker.issuer)
        const text = requests.seal({
          service: service.id,
          clientId: client.id,
          clientName: client.name,
          clientVerified: client.verified,
          scopes,
          by: { ...asker, challenge },
        })
        return found(`${request.origin}/consent?${new URLSearchParams({ request: text, ...wayIn(service) })}`)
      } catch (error) {
        if (error instanceof OauthProblem)
          return found(authorizationResponseUrl({ ...asker, state: repeatable(params) }, error))
        throw error
      }
    },

    loginPage: async (request) => pages.lead(request, await serviceOf(request)),
    login: async (request) => pages.signIn(request, await serviceOf(request)),
    toProvider: async (request) => pages.toProvider(request, await serviceOf(request)),

    async deviceAuthorization(request) {
      const service = await serviceOf(request)
      const { params } = tokenRequest(request)
      const client = await clients.find(neededParameter(params, 'client_id'), service)
      refuseOtherResource(params, addressOf(request.origin, service.name))
      await clients.refuseFlood(service, request.address)
      const scopes = scopesIn(parameter(params, 'scope'), service.endpoint.scopes)
      const { deviceCode, userCode } = await devices.start(client, service.id, scopes.join(' '))
      const page = `${request.origin}/device`
      const body = {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?code=${encodeURIComponent(userCode)}`,
        expires_in: deviceLife,
        interval: pollInterval,
      }
      return { status: 200, body }
    },

    async token(request) {
      const service = await serviceOf(request)
      return {
        status: 200,
        body: await tokens.trade(tokenRequest(request), service, addressOf(request.origin, service.name)),
      }
    },

    async revoke(request) {
      await tokens.revoke(tokenRequest(request), await serviceOf(request))
      return { status: 200 }
    },
  }
}

/** Returns the redirect URI. Throws for one that the client has not registered, as no browser may be redirected there. */
function redirectAddressOf(params: URLSearchParams, { redirectUris }: OauthClient): string {
  const address = parameter(params, 'redirect_uri')
  const [only, ...more] = redirectUris
  if (address === undefined) {
    if (only !== undefined && more.length === 0) return only
    throw new OauthProblem('invalid_request', 'The parameter redirect_uri is required.')
  }
  if (isRegistered(address, redirectUris)) return address
  throw new OauthProblem(
    'invalid_request',
    'The parameter redirect_uri is not an address that this client has registered.',
  )
}

/** Returns how people without a session sign in, as parameters of the consent page. */
function wayIn({ name, endpoint: { signsInBy, signsInAt } }: McpService): Record<string, string> {
  if (signsInBy !== null) return { provider: signsInBy }
  return signsInAt === null ? {} : { sign_in_at: name }
}

/** Returns the state to include in errors too, unless it is invalid itself. */
function repeatable(params: URLSearchParams): string | null {
  const [state, ...more] = params.getAll('state')
  return state === undefined || more.length > 0 || state.length > 2048 ? null : state
}

function tokenRequest({ params, authorization }: OauthRequest): TokenRequest {
  const encoded = authorization === undefined ? undefined : /^Basic +(\S+) *$/i.exec(authorization)?.[1]
  if (encoded === undefined) return { params, basic: null }
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const [id, secret] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
  return { params, basic: { id: formDecoded(id), secret: formDecoded(secret) } }
}

/** Ids and secrets are form-encoded within HTTP Basic (RFC 6749, section 2.3.1). */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
