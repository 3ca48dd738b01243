import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client'

/** What a service tells who has no token: where it says who signs people in, and which rights it wants. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL
  readonly scope?: string
}

/** Asks a service without a token. Empty where it says nothing: then it is looked for where it usually is. */
export async function challengeOf(address: URL): Promise<Challenge> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'millwright', version: '' } }
  const response = await fetch(address, {
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
