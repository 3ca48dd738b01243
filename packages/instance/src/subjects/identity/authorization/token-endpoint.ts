import { createHash, timingSafeEqual } from 'node:crypto'
import type { Directory, Person } from '../people/directory.ts'
import { isFound } from '../people/record-cache.ts'
import { type SecondStep, stepPersonOf } from '../people/two-step/second-step.ts'
import { neededParameter, parameter, refuseOtherResource } from './authorization-request.ts'
import type { OauthClient } from './client-metadata.ts'
import { type Devices, pollInterval, type Waiting } from './devices.ts'
import type { Grant, Grants, TokenRejection } from './grants.ts'
import type { OauthClients } from './oauth-clients.ts'
import { type OauthError, OauthProblem } from './oauth-problem.ts'
import { deviceGrant, type McpService } from './server-metadata.ts'

/** A request to the token endpoint or a related one. */
export interface TokenRequest {
  readonly params: URLSearchParams
  /** From HTTP Basic; `null`: none. */
  readonly basic: { readonly id: string; readonly secret: string } | null
}

export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  /** Lifetime in seconds. */
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

export interface TokenEndpoint {
  /** Exchanges a code or refresh token for tokens. Throws an `OauthProblem`. `address`: of the service. */
  trade(request: TokenRequest, service: McpService, address: string): Promise<TokenAnswer>
  /** Revokes the grant of a token (RFC 7009); ignores unknown tokens. */
  revoke(request: TokenRequest, service: McpService): Promise<void>
}

interface TokenEndpointParts {
  readonly grants: Grants
  readonly devices: Devices
  readonly clients: OauthClients
  readonly directory: Directory
  readonly secondStep: SecondStep
  /** Returns milliseconds since 1970. */
  readonly clock: () => number
}

export function createTokenEndpoint({
  grants,
  devices,
  clients,
  directory,
  secondStep,
  clock,
}: TokenEndpointParts): TokenEndpoint {
  async function clientOf({ params, basic }: TokenRequest, service: McpService): Promise<OauthClient> {
    const id = basic?.id ?? neededParameter(params, 'client_id')
    const secret = basic?.secret ?? parameter(params, 'client_secret')
    if (basic !== null && (parameter(params, 'client_id') ?? basic.id) !== basic.id) throw wrongClient()
    const client = await clients.find(id, service)
    if (secret !== undefined && client.secret !== null && !sameText(secret, client.secret)) throw wrongClient()
    return client
  }

  function byCode({ params }: TokenRequest, client: OauthClient, service: McpService): Promise<Grant | TokenRejection> {
    const verifier = neededParameter(params, 'code_verifier')
    const redirectUri = parameter(params, 'redirect_uri')
    return grants.take('code', neededParameter(params, 'code'), async (found) => {
      await refuse(found.grant, client, service)
      if (redirectUri !== undefined && redirectUri !== found.redirectUri) {
        throw badGrant('The parameter redirect_uri does not match the one that the code was sent to.')
      }
      if (!proves(verifier, found.challenge)) throw badGrant('The parameter code_verifier does not match the code.')
    })
  }

  async function byDeviceCode({ params }: TokenRequest, client: OauthClient, service: McpService) {
    const code = neededParameter(params, 'device_code')
    const found = await devices.poll(code, { clientId: client.id, service: service.id })
    const waiting = notYet[found]
    if (waiting !== undefined) throw new OauthProblem(...waiting)
    return grants.take('device', code, ({ grant }) => refuse(grant, client, service))
  }

  function byRefreshToken(
    { params }: TokenRequest,
    client: OauthClient,
    service: McpService,
  ): Promise<Grant | TokenRejection> {
    const token = neededParameter(params, 'refresh_token')
    return grants.take('refresh', token, ({ grant }) => refuse(grant, client, service))
  }

  async function refuse(grant: Grant, client: OauthClient, service: McpService): Promise<void> {
    if (grant.clientId !== client.id) throw badGrant('This was issued to another client.')
    if (grant.service !== service.id) throw badGrant('This was issued for another service.')
    const person = await directory.person(grant.user)
    if (!isFound(person) || !isStillGood(grant, person.value)) throw badGrant(endedSentence)
    if (!grant.twoStep && (await secondStep.isNeeded(stepPersonOf(person.value)))) {
      throw badGrant('Two-step sign-in is now required. Connect again.')
    }
  }

  const ways = new Map([
    ['authorization_code', byCode],
    ['refresh_token', byRefreshToken],
    [deviceGrant, byDeviceCode],
  ])

  return {
    async trade(request, service, address) {
      const { params } = request
      refuseOtherResource(params, address)
      const type = neededParameter(params, 'grant_type')
      const by = ways.get(type)
      if (by === undefined) {
        const sentence = `The parameter grant_type must be one of ${[...ways.keys()].join(', ')}.`
        throw new OauthProblem('unsupported_grant_type', sentence)
      }
      const client = await clientOf(request, service)
      const grant = await by(request, client, service)
      if (typeof grant === 'string') throw badGrant(worthless[grant])
      const issued = await grants.issue(grant)
      if (issued === null) throw badGrant(endedSentence)
      const { access, refresh, expires } = issued
      return {
        access_token: access,
        token_type: 'Bearer',
        expires_in: Math.max(0, expires - Math.floor(clock() / 1000)),
        refresh_token: refresh,
        scope: grant.scope,
      }
    },

    async revoke(request, service) {
      const client = await clientOf(request, service)
      await grants.endByToken(neededParameter(request.params, 'token'), client.id, service.id)
    },
  }
}

/** Returns whether a person's account is unchanged since the consent. */
export function isStillGood({ generation }: Grant, person: Person): boolean {
  return person.isActive && person.tokenGeneration === generation
}

export const endedSentence = 'The access of this client was revoked. Connect again.'

/** Errors for a device whose code was not accepted (yet). */
const notYet: Partial<Record<Waiting, [OauthError, string]>> = {
  unknown: ['invalid_grant', 'This device code is not valid, or no longer valid.'],
  expired: ['expired_token', 'The code was not entered in time. Start again.'],
  denied: ['access_denied', 'The user denied the request.'],
  undecided: ['authorization_pending', 'The code has not been entered yet.'],
  'asked too soon': ['slow_down', `The code has not been entered yet. Poll every ${pollInterval} seconds.`],
}

const notValid = 'This code or refresh token is not valid, or no longer valid.'
const worthless: Readonly<Record<TokenRejection, string>> = {
  unknown: notValid,
  expired: notValid,
  reused: 'This code or refresh token was used before, so the access of the client was revoked.',
}

function proves(verifier: string, challenge: string | null): boolean {
  const fits = /^[\w.~-]{43,128}$/.test(verifier) && challenge !== null
  return fits && sameText(createHash('sha256').update(verifier).digest('base64url'), challenge)
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

const badGrant = (sentence: string) => new OauthProblem('invalid_grant', sentence)
const wrongClient = () =>
  new OauthProblem('invalid_client', 'Client authentication failed: unknown client or wrong secret.', { status: 401 })
