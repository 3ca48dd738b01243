import type { Parts } from '../../../gateway/parts.ts'
import type { AuthorizationServer } from '../../../gateway/ports/authorization-server.ts'
import { type McpAccess, type McpScope, mcpScopes } from '../../../gateway/ports/mcp-endpoint.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { Background } from '../../../platform/background.ts'
import { createLruCache } from '../../../platform/cache.ts'
import type { Clock } from '../../../platform/clock.ts'
import { createRequestSender } from '../../../platform/outgoing/ask.ts'
import type { SigningKeys } from '../../../platform/vault.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import type { BeginSession } from '../people/begin-session.ts'
import { appRefusal, callerOf } from '../people/caller-of.ts'
import type { Directory } from '../people/directory.ts'
import type { Identity } from '../people/identity.ts'
import { isFound } from '../people/record-cache.ts'
import { createAuthorizationServer } from './authorization-server.ts'
import { createClientDocuments, longestDocument } from './client-metadata.ts'
import { createConnectedClientResource, createOwnClientsResource } from './connected-clients.ts'
import { createConsentResource } from './consent-resource.ts'
import { createDevices } from './devices.ts'
import { createGrants, type Grant, type Grants } from './grants.ts'
import { createLoginPages } from './login-pages.ts'
import { createOauthClients } from './oauth-clients.ts'
import { OauthProblem } from './oauth-problem.ts'
import { createSealedRequests } from './sealed-requests.ts'
import { createFindMcpService, type FindMcpService } from './server-metadata.ts'
import { createTokenEndpoint, endedSentence, isStillGood } from './token-endpoint.ts'
import { createTokenHashes, isToken } from './token-texts.ts'

/** Gives clients access to MCP services by OAuth 2.1 (docs/wire/oauth.md). */
export interface Authorization {
  readonly server: AuthorizationServer
  readonly access: McpAccess
  readonly system: readonly SystemResource[]
  readonly user: readonly SystemResource[]
}

export function createAuthorization(
  parts: Parts,
  identity: Identity,
  { tokenKeys, begin }: { readonly tokenKeys: SigningKeys; readonly begin: BeginSession },
  services: Pick<Registry, 'find' | 'all'>,
): Authorization {
  const { store, clock, vault, config, tokens } = parts
  const { directory, twoStep, revocations } = identity
  const ask = createRequestSender({ allowPrivateHosts: config.allowPrivateHosts, longest: longestDocument })
  const documents = createClientDocuments(ask, clock)
  const clients = createOauthClients({ store, clock, documents, throttle: identity.clientRegistrations })
  const hashes = createTokenHashes(tokenKeys)
  const grants = createGrants({ store, clock, hashes, writes: twoStep.writes })
  const devices = createDevices({ store, clock, hashes, writes: twoStep.writes })
  const findService = createFindMcpService(services)
  const requests = createSealedRequests(vault, clock)
  const { secondStep } = twoStep
  const endpoint = createTokenEndpoint({ grants, devices, clients, directory, secondStep, clock })
  const attribute = config.loginAttribute
  const pages = createLoginPages({ requests, services, authenticate: identity.authenticate, begin, attribute })
  return {
    server: createAuthorizationServer({ findService, clients, requests, devices, tokens: endpoint, pages }),
    access: createMcpAccess({ ...parts, directory, grants, findService }),
    system: [createConnectedClientResource(parts)],
    user: [
      createConsentResource({
        services,
        directory,
        tokens,
        requests,
        grants,
        devices,
        clients,
        useOnce: revocations.add,
        guesses: identity.deviceCodes,
      }),
      createOwnClientsResource(parts, twoStep.writes),
    ],
  }
}

/** A cached access token. */
interface Known {
  readonly grant: Grant
  /** Unix seconds. */
  readonly expires: number
  /** When its last use was recorded, in milliseconds. */
  noted: number
}

interface TokenParts {
  readonly store: Pick<Store, 'changes'>
  readonly clock: Clock
  readonly background: Background
  readonly directory: Directory
  readonly grants: Grants
  readonly findService: FindMcpService
}

const most = 10_000
/** Milliseconds between recorded uses, so that not every call writes its grant. */
const granularity = 60_000

/** Verifies access tokens at the services they were issued for. Results are cached until any access is revoked. */
function createMcpAccess({ store, clock, background, directory, grants, findService }: TokenParts): McpAccess {
  const known = createLruCache<string, Known>(most)
  let clears = 0
  store.changes.subscribe(({ table }) => {
    if (table !== 'oauth_grant' && table !== 'service' && table !== 'setting') return
    known.clear()
    clears += 1
  })

  async function find(token: string): Promise<Known> {
    const before = known.get(token)
    if (before !== undefined) return before
    const clearsBefore = clears
    const found = await grants.ofAccessToken(token)
    if (found === null) throw badToken('This access token is not valid, or no longer valid.')
    const fresh = { ...found, noted: 0 }
    // Otherwise access that was revoked while it was being read would stay.
    if (clears === clearsBefore) known.set(token, fresh)
    return fresh
  }

  function noteUse(found: Known): void {
    if (clock() - found.noted < granularity) return
    found.noted = clock()
    background.start(`Use of connected client ${found.grant.id}`, () => grants.noteUse(found.grant.id))
  }

  return {
    async verify(token, { id, name }) {
      if (!isToken('access', token)) return null
      const found = await find(token)
      const { grant, expires } = found
      if (grant.service !== id) throw badToken('This access token was issued for another service.')
      if (expires * 1000 <= clock()) throw badToken('This access token has expired.')
      const person = await directory.person(grant.user)
      if (!isFound(person) || !isStillGood(grant, person.value)) throw badToken(endedSentence)
      const service = await findService(name)
      const app = service?.endpoint.appId == null ? null : await directory.appById(service.endpoint.appId)
      const refused = appRefusal(app?.value ?? null, clock())
      if (refused !== null) throw refused
      const role = await directory.roleOf(person.value, app?.value ?? null)
      noteUse(found)
      return {
        caller: callerOf(person.value, app?.value ?? null, role?.value ?? null, null, null),
        scopes: scopesOf(grant),
        clientName: grant.clientName,
      }
    },
  }
}

function scopesOf({ scope }: Grant): ReadonlySet<McpScope> {
  const names = scope.split(' ')
  return new Set(mcpScopes.filter((each) => names.includes(each)))
}

const badToken = (sentence: string) => new OauthProblem('invalid_token', sentence, { status: 401 })
