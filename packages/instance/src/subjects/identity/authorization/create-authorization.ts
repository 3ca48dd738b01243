import type { Parts } from '../../../gateway/parts.ts'
import type { AuthorizationServer } from '../../../gateway/ports/authorization-server.ts'
import type { McpAccess } from '../../../gateway/ports/mcp-access.ts'
import type { Registry } from '../../../gateway/registry.ts'
import { createRequestSender } from '../../../platform/outgoing/ask.ts'
import type { SigningKeys } from '../../../platform/vault.ts'
import type { SystemResource } from '../../ground/system/system-resource.ts'
import type { BeginSession } from '../people/begin-session.ts'
import type { Identity } from '../people/identity.ts'
import { createAuthorizationServer } from './authorization-server.ts'
import { createClientDocuments, longestDocument } from './client-documents.ts'
import { createConnectedClientResource, createOwnClientsResource } from './connected-clients.ts'
import { createConsentResource } from './consent-resource.ts'
import { createDevices } from './devices.ts'
import { createGrants } from './grants.ts'
import { createLoginPages } from './login-pages.ts'
import { createFindMcpService } from './mcp-services.ts'
import { createMcpAccess } from './mcp-tokens.ts'
import { createOauthClients } from './oauth-clients.ts'
import { createSealedRequests } from './sealed-requests.ts'
import { createTokenEndpoint } from './token-endpoint.ts'
import { createTokenHashes } from './token-texts.ts'

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
        ...{ services, directory, tokens, requests, grants, devices, clients },
        ...{ useOnce: revocations.add, guesses: identity.deviceCodes },
      }),
      createOwnClientsResource(parts, twoStep.writes),
    ],
  }
}
