import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { auth } from '@modelcontextprotocol/client'
import type { Invocation } from '../flags.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { challengeOf } from './challenge.ts'
import { signInByCode } from './device-login.ts'
import { serviceAddress } from './service-address.ts'
import { StoredProvider } from './stored-provider.ts'
import { createTokenStore } from './token-store.ts'

/**
 * `millwright mcp login`: prints a URL to open in any browser and waits for the redirect: a browser on this machine sends it directly,
 * from another machine the final URL is pasted here. With `--device` it prints a code to type instead.
 */
export async function logIn({ flags, env, print }: Invocation): Promise<number> {
  const address = serviceAddress({ instance: flags.instance }, 'mcp login')
  const store = createTokenStore(env)
  if (flags.device === true) {
    await signInByCode({ address, store, print })
    print(`Signed in at ${address.href}.`)
    return 0
  }
  const state = randomBytes(16).toString('base64url')
  const answer = Promise.withResolvers<URLSearchParams>()
  const take = (text: string): boolean => {
    const params = URL.parse(text, 'http://127.0.0.1')?.searchParams
    if (params?.get('state') !== state) return false
    answer.resolve(params)
    return true
  }

  const server = createServer((request, response) => {
    const taken = take(request.url ?? '')
    response.writeHead(taken ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(taken ? 'Done. Go back to your terminal; you can close this page.\n' : 'There is nothing here.\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = bound !== null && typeof bound === 'object' ? bound.port : 0
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    if (line.trim() !== '' && !take(line.trim()))
      print('That is not the address shown in the browser after signing in.')
  })

  try {
    const lead = ({ href }: URL) => {
      print('Open this address in a browser and choose what this machine may do:')
      print(`\n  ${href}\n`)
      print('If the browser is on another machine, paste the address it ends up at here.')
    }
    const provider = new StoredProvider({
      store,
      address,
      redirectUrl: `http://127.0.0.1:${port}/callback`,
      state,
      lead,
    })
    await store.write(address, { tokens: undefined })
    const signIn = { serverUrl: address, fetchFn: boundedFetch(address), ...(await challengeOf(address)) }
    await auth(provider, signIn)
    const params = await answer.promise
    const [code, iss, error] = ['code', 'iss', 'error_description'].map((name) => params.get(name))
    if (!code) throw new Error(error ?? 'No code came back.')
    await auth(provider, { ...signIn, authorizationCode: code, ...(iss ? { iss } : {}) })
    print(`Signed in at ${address.href}.`)
    return 0
  } finally {
    lines.close()
    server.closeAllConnections()
    server.close()
    process.stdin.unref?.()
  }
}
