import type { McpEndpoint, McpScope } from '../../../gateway/ports/mcp-endpoint.ts'
import type { Registry } from '../../../gateway/registry.ts'

/** Returns the URL of a service for clients, which also identifies it as a resource and issuer. `origin`: of the instance. */
export const addressOf = (origin: string, service: string): string => `${origin}/mcp/${encodeURIComponent(service)}`

/** Returns the URL of a service's resource metadata (RFC 9728), which a 401 names. */
export const resourceMetadataAddress = (origin: string, service: string): string =>
  `${origin}/.well-known/oauth-protected-resource/mcp/${encodeURIComponent(service)}`

/** The grant type of the device flow (RFC 8628). */
export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

interface Described {
  readonly origin: string
  readonly service: string
  readonly label: string
  readonly scopes: readonly McpScope[]
}

/** RFC 9728: names the authorization server that a service trusts. */
export function resourceMetadata({ origin, service, label, scopes }: Described): object {
  const resource = addressOf(origin, service)
  return {
    resource,
    authorization_servers: [resource],
    bearer_methods_supported: ['header'],
    scopes_supported: scopes,
    resource_name: label,
  }
}

/** RFC 8414: describes the capabilities of a service's authorization server. */
export function serverMetadata({ origin, service, scopes }: Described): object {
  const issuer = addressOf(origin, service)
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    device_authorization_endpoint: `${issuer}/device_authorization`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', deviceGrant],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  }
}

/** Returns whether a resource parameter names this service, ignoring the case of its host and a trailing slash (RFC 8707). */
export function isResource(named: string, address: string): boolean {
  const plain = (text: string) => URL.parse(text)?.href.replace(/\/$/, '')
  return plain(named) === plain(address)
}

/** A service that clients request access to. */
export interface McpService {
  readonly id: number
  readonly name: string
  readonly label: string
  readonly endpoint: McpEndpoint
}

/** Returns `null` if there is no active service with that name. `name`: ignoring case. */
export type FindMcpService = (name: string) => Promise<McpService | null>

export function createFindMcpService(services: Pick<Registry, 'find'>): FindMcpService {
  return async (name) => {
    const found = await services.find(name.toLowerCase())
    const endpoint = found?.service.mcp
    if (found === null || endpoint === undefined || !found.row.isActive) return null
    const { id, name: exact, label } = found.row
    return { id, name: exact, label: label || exact, endpoint }
  }
}
