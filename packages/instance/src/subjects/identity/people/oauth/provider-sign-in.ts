import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import * as oauth from 'oauth4webapi'
import type { AuthenticatedPerson, LinkingRules, Proof, ProviderSignIn } from '../../../../gateway/ports/sign-in.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { createMetadata, type Reach } from './metadata.ts'
import type { Described, Profile, Provider, ProviderClaims } from './provider.ts'

interface ProviderSignInParts {
  readonly service: { readonly id: number; readonly name: string; readonly label: string | null }
  readonly provider: Provider
  readonly client: { readonly id: string; readonly secret: string; readonly redirectUrl: string }
  /** `groups`: names of the person's groups, or `null` if they were not requested. */
  readonly rulesFor: (groups: readonly string[] | null) => LinkingRules
  readonly reach: Reach
  readonly clock: Clock
}

/** The provider's token response. */
interface Answered {
  readonly claims: ProviderClaims
  readonly accessToken: string
  readonly idToken: string | null
}

/** Tolerated clock difference of providers, in seconds. */
const tolerance = 60

/** The OAuth 2 authorization code flow with PKCE, with OpenID Connect where supported (docs/wire/sign-in.md). */
export function createProviderSignIn(parts: ProviderSignInParts): ProviderSignIn {
  const { service, provider, rulesFor, reach, clock } = parts
  const { id, secret, redirectUrl } = parts.client
  const client: oauth.Client = { client_id: id, [oauth.clockTolerance]: tolerance }
  const options = { [oauth.customFetch]: reach, [oauth.allowInsecureRequests]: true }
  const keys: oauth.JWKSCacheInput = {}
  const metadata = createMetadata(provider, reach, clock)
  const called = service.label || service.name

  async function trade(answer: URLSearchParams, state: string, proof: Proof): Promise<Answered> {
    const server = await metadata()
    const params = oauth.validateAuthResponse(server, client, ofThis(answer, provider), state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      clientAuth(server, secret),
      params,
      redirectUrl,
      provider.pkce === false ? oauth.nopkce : proof.verifier,
      options,
    )
    return provider.idToken ? openId(server, response, proof) : plain(server, response)
  }

  async function openId(server: Described, response: Response, { nonce }: Proof): Promise<Answered> {
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null)
    const issuer = provider.issuerOf?.(server.issuer, unchecked(body)) ?? server.issuer
    const expected = { expectedNonce: nonce, requireIdToken: true }
    const as = { ...server, issuer }
    const answered = await oauth.processAuthorizationCodeResponse(as, client, response, expected)
    if (server.jwks_uri !== undefined) {
      await oauth.validateApplicationLevelSignature(as, response, { ...options, [oauth.jwksCache]: keys })
    }
    const claims = oauth.getValidatedIdTokenClaims(answered) ?? {}
    const { access_token, id_token = null } = answered
    return { claims: await withPage(as, claims, access_token), accessToken: access_token, idToken: id_token }
  }

  /** Adds claims of the user info endpoint to those of the ID token. */
  async function withPage(as: Described, claims: ProviderClaims, accessToken: string): Promise<ProviderClaims> {
    if (as.userinfo_endpoint === undefined || (claims.email !== undefined && claims.name !== undefined)) return claims
    const response = await oauth.userInfoRequest(as, client, accessToken, options)
    return { ...(await oauth.processUserInfoResponse(as, client, String(claims.sub), response)), ...claims }
  }

  /** Without OpenID Connect, an ID token in the response is ignored. */
  async function plain(server: Described, response: Response): Promise<Answered> {
    const body: unknown = await response.json().catch(() => null)
    const { id_token: _, ...rest } = isRecord(body) ? body : {}
    const same = Response.json(rest, { status: response.status })
    const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, same)
    return { claims: {}, accessToken: access_token, idToken: null }
  }

  async function page(address: URL, accessToken: string): Promise<unknown> {
    const headers = new Headers({ accept: 'application/json' })
    const response = await oauth.protectedResourceRequest(accessToken, 'GET', address, headers, null, options)
    return response.status === 200 ? response.json() : null
  }

  async function profileOf({ claims, accessToken }: Answered): Promise<Profile> {
    const pages: unknown[] = []
    for (const address of provider.pages ?? []) pages.push(await page(address, accessToken))
    const profile = provider.profileOf(claims, pages)
    if (profile === null) throw new Problem(401, `${called} does not say who signed in.`)
    return profile
  }

  /** `null` if groups are not used. If the provider denies access to groups, the person is in none. */
  async function groupsOf({ claims, accessToken }: Answered): Promise<readonly string[] | null> {
    if (provider.groups === undefined) return null
    const found = provider.groups(claims)
    if (found === null) return []
    const headers = new Headers({ accept: 'application/json' })
    const response = await oauth
      .protectedResourceRequest(accessToken, 'GET', found.address, headers, null, options)
      .catch((error: unknown) => {
        if (error instanceof oauth.WWWAuthenticateChallengeError && error.status === 403) return null
        throw error
      })
    if (response === null || response.status === 403) return []
    if (response.status !== 200) throw new Problem(502, `${called} does not say in which groups people are.`)
    return found.namesIn(await response.json())
  }

  return {
    kind: 'provider',
    comesBackTo: new URL(redirectUrl),

    async authorizationUrl(state, { verifier, nonce }) {
      const server = await metadata()
      const address = new URL(server.authorization_endpoint)
      const params = {
        client_id: id,
        redirect_uri: redirectUrl,
        response_type: 'code',
        ...(provider.scope === '' ? {} : { scope: provider.scope }),
        state,
        ...(provider.pkce === false ? {} : await challenge(verifier)),
        ...(provider.idToken ? { nonce } : {}),
      }
      for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value)
      return address
    },

    async exchangeCode(answer, state, proof): Promise<AuthenticatedPerson> {
      try {
        const answered = await trade(answer, state, proof)
        const profile = await profileOf(answered)
        const { accessToken, idToken } = answered
        return {
          person: {
            ...profile,
            subject: profile.subject.slice(0, 1000),
            service: { id: service.id, name: service.name },
            marks: { oauth_provider: service.name.slice(0, 50) },
          },
          rules: rulesFor(await groupsOf(answered)),
          extra: { oauth_token: accessToken, ...(idToken === null ? {} : { id_token: idToken }) },
        }
      } catch (error) {
        throw providerProblem(error, called)
      }
    },
  }
}

/** The issuer is known only from a discovery document. Without one, the `iss` in the response cannot be checked. */
function ofThis(answer: URLSearchParams, { described }: Provider): URLSearchParams {
  const params = new URLSearchParams(answer)
  if (!(described instanceof URL)) params.delete('iss')
  return params
}

/** In the body, as most providers accept it, unless the metadata excludes that. */
function clientAuth({ token_endpoint_auth_methods_supported: methods }: Described, secret: string): oauth.ClientAuth {
  const inBody = methods === undefined || methods.includes('client_secret_post')
  return inBody ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret)
}

async function challenge(verifier: string) {
  return { code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }
}

/** The unverified claims of an ID token, to find the keys for its verification. */
function unchecked(body: unknown): ProviderClaims {
  const token = isRecord(body) && typeof body.id_token === 'string' ? body.id_token : ''
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return isRecord(claims) ? claims : {}
  } catch {
    return {}
  }
}

const longest = 200

/** Maps an error of a sign-in to a message for the person. `called`: the provider's name. */
function providerProblem(error: unknown, called: string): Problem {
  if (error instanceof Problem) return error
  if (error instanceof oauth.AuthorizationResponseError) {
    return new Problem(401, `${called} did not sign you in: ${said(error)}.`)
  }
  if (error instanceof oauth.ResponseBodyError) return tokenProblem(error, called)
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    return error.status === 401 && isClientChallenge(error)
      ? refusedClient(called)
      : new Problem(401, `${called} does not say who signed in.`)
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    return new Problem(401, `The response of ${called} cannot be trusted: ${reason(error)}.`)
  }
  if (error instanceof TypeError || error instanceof SyntaxError) {
    return new Problem(502, `The response of ${called} is invalid.`)
  }
  throw error
}

function tokenProblem(error: oauth.ResponseBodyError, called: string): Problem {
  if (error.error === 'invalid_grant')
    return new Problem(401, `${called} says that this sign-in has ended. Start again.`)
  if (error.error === 'invalid_client' || error.error === 'unauthorized_client') return refusedClient(called)
  return new Problem(401, `${called} did not sign you in: ${said(error)}.`)
}

function isClientChallenge({ cause }: oauth.WWWAuthenticateChallengeError): boolean {
  return cause.some(({ scheme, parameters }) => scheme === 'basic' || parameters.error === 'invalid_client')
}

function refusedClient(called: string): Problem {
  return new Problem(502, `${called} does not accept the client ID and secret that this instance has.`)
}

/** Untrusted text, shown as plain text: short and on one line. */
function said({ error, error_description }: { readonly error: string; readonly error_description?: string }): string {
  if (error === 'access_denied' && !error_description) return 'access was denied'
  const text = (error_description ?? error).replace(/[^\x20-\x7e\u00a0-\uffff]+/g, ' ').trim()
  return text.slice(0, longest).replace(/\.+$/, '')
}

function reason(error: Error): string {
  return error.message.slice(0, longest).replace(/\.+$/, '')
}
