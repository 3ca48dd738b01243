import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client'
import { boundedFetch } from './bounded-fetch.ts'

/** A service's response to a request without a token: the URL of its resource metadata, and the scopes that it requires. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL
  readonly scope?: string
}

/**
 * Sends a request without a token. The result is empty if the response has no challenge; the metadata is then expected at its default
 * location.
 */
export async function challengeOf(address: URL): Promise<Challenge> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'millwright', version: '' } }
  const response = await boundedFetch(address)(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
  await response.body?.cancel()
  return challengeIn(response)
}

export function challengeIn(response: Response): Challenge {
  if (response.status !== 401) return {}
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
  return { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope && { scope }) }
}
