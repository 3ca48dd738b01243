import { readFileSync } from 'node:fs'
import { apiKeyHeader } from '@millwright/contract/headers'
import { printable } from '@millwright/instance/platform/plain-text'
import {
  type AuthProvider,
  auth,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Invocation } from '../flags.ts'
import { boundedFetch, challengeIn, serviceAddress } from './service-access.ts'
import { createTokenStore, StoredProvider, signInFirst, type TokenStore } from './token-store.ts'

/**
 * `millwright mcp`: relays messages unchanged between a client that starts local programs and an MCP service, until the client closes
 * standard input. A request that fails on the way gets an error response. With `--local`, the service is one of the local data folder.
 */
export async function bridge({ flags, env }: Invocation): Promise<number> {
  const address = serviceAddress(flags, 'mcp')
  const key = apiKeyOf(flags['key-file'], env.MCP_API_KEY)
  const store = createTokenStore(env)
  const isLocal = flags.local !== undefined
  const token = key === null && !isLocal ? await accessTokenOf({ flags, env }, store, address) : null
  if (key === null && isLocal) throw new Error('With --local, an API key is needed: --key-file FILE, or MCP_API_KEY.')
  if (key === null && token === null && (await store.read(address)).tokens === undefined)
    throw new Error(signInFirst(address))
  // Loads the whole instance, which relaying to another one does not need.
  const local = isLocal ? await (await import('./local.ts')).openLocal({ flags, env }) : null
  const here = new StdioServerTransport()
  const there = new StreamableHTTPClientTransport(address, {
    onInsufficientScope: 'throw',
    fetch: boundedFetch(address, local?.fetch),
    ...credentials(),
  })
  const initializing = new Set<string | number>()

  function credentials() {
    if (key !== null) return { requestInit: { headers: { [apiKeyHeader]: key } } }
    if (token !== null) return { requestInit: { headers: { authorization: `Bearer ${token}` } } }
    return { authProvider: storedTokens(store, address) }
  }

  here.onmessage = (message: JSONRPCMessage) => {
    if (isJSONRPCRequest(message) && message.method === 'initialize') initializing.add(message.id)
    there.send(message).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error)
      process.stderr.write(`millwright: ${printable(text)}\n`)
      if (!isJSONRPCRequest(message)) return
      void here.send({ jsonrpc: '2.0', id: message.id, error: { code: failed, message: text } })
    })
  }
  there.onmessage = (message: JSONRPCMessage) => {
    if (isJSONRPCResultResponse(message) && initializing.delete(message.id)) {
      const { protocolVersion } = message.result
      if (typeof protocolVersion === 'string') there.setProtocolVersion(protocolVersion)
    } else if (isJSONRPCErrorResponse(message) && message.id !== undefined) initializing.delete(message.id)
    void here.send(message)
  }
  there.onerror = ({ message }) => void process.stderr.write(`millwright: ${printable(message)}\n`)
  const ended = new Promise<void>((resolve) => {
    here.onclose = resolve
  })
  await there.start()
  await here.start()
  await ended
  await there.close()
  await local?.close()
  return 0
}

/** An error code outside of the range that the protocol reserves. */
const failed = -31_000

/** Reads the key from a file or the environment: arguments are visible to every user of a machine. */
function apiKeyOf(file: string | boolean | undefined, text: string | undefined): string | null {
  if (typeof file !== 'string') return text || null
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(`The key in ${file} cannot be read.`, { cause: error })
  }
}

/** An access token of an administrator: the one that is named, or that of the environment if nobody has signed in to the service. */
async function accessTokenOf(
  { flags, env }: Pick<Invocation, 'flags' | 'env'>,
  store: TokenStore,
  address: URL,
): Promise<string | null> {
  if (typeof flags.token === 'string') return flags.token
  if (!env.MILLWRIGHT_TOKEN) return null
  return (await store.read(address)).tokens === undefined ? env.MILLWRIGHT_TOKEN : null
}

/** Provides access tokens from the store; one process at a time renews them, and the others use the result. */
function storedTokens(store: TokenStore, address: URL): AuthProvider {
  let used: string | undefined
  return {
    async token() {
      used = (await store.read(address)).tokens?.access_token
      return used
    },
    async onUnauthorized({ response }) {
      await store.alone(async () => {
        const { tokens } = await store.read(address)
        if (tokens === undefined) throw new Error(signInFirst(address))
        if (tokens.access_token !== used) return
        const fetchFn = boundedFetch(address)
        await auth(new StoredProvider({ store, address }), { serverUrl: address, fetchFn, ...challengeIn(response) })
      })
    },
  }
}
