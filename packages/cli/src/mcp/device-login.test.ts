import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { signInByCode } from './log-in.ts'

/** Signs in at a service that answers the request for a code like this, and refuses the first question for the token. */
async function signInAt(begun: object, refusal: object = { error: 'access_denied' }) {
  const server = createServer((request, response) => {
    const { port } = Object(server.address())
    const origin = `http://127.0.0.1:${port}`
    const answers: Readonly<Record<string, readonly [status: number, body: object]>> = {
      '/.well-known/oauth-protected-resource/mcp/x': [
        200,
        { resource: `${origin}/mcp/x`, authorization_servers: [origin] },
      ],
      '/.well-known/oauth-authorization-server': [
        200,
        {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
          device_authorization_endpoint: `${origin}/device`,
          response_types_supported: ['code'],
        },
      ],
      '/register': [201, { client_id: 'bridge', redirect_uris: [`${origin}/`] }],
      '/device': [200, begun],
      '/token': [400, refusal],
    }
    const [status, body] = answers[request.url ?? ''] ?? [401, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const lines: string[] = []
  const store = { read: async () => ({}), write: async () => undefined, alone: <T>(work: () => Promise<T>) => work() }
  const address = new URL(`http://127.0.0.1:${Object(server.address()).port}/mcp/x`)
  const failure = await signInByCode({ address, store, print: (line) => lines.push(line) }).catch(String)
  return { failure, lines }
}

const begun = { device_code: 'd', user_code: 'ABCD', verification_uri: 'https://example.test/device', interval: 1 }

it.each(['javascript:alert(1)', 'file:///etc/passwd', 'nowhere', 5, undefined])(
  'does not ask to open %s',
  async (verification_uri) => {
    const { failure, lines } = await signInAt({ ...begun, verification_uri })
    expect(failure).toBe('Error: The service names no web page where the code can be entered.')
    expect(lines).toEqual([])
  },
)

it('prints nothing that a terminal would interpret', async () => {
  const clearScreen = '\u001b[2J'
  const { lines } = await signInAt({
    ...begun,
    user_code: `AB${clearScreen}\nCD`,
    verification_uri: `https://example.test/${clearScreen}`,
    verification_uri_complete: 'javascript:alert(1)',
  })
  expect(lines).toEqual(['Open https://example.test/%1B[2J in a browser and enter the code:', '\n  AB?[2J?CD\n'])
})

it('fails with the reason of the service', async () => {
  expect(await signInAt(begun)).toMatchObject({ failure: 'Error: access_denied' })
})
