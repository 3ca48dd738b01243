import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { isInstalled } from '@millwright/instance/testing/installed-program'
import { describe, expect, test } from 'vitest'
import { signIn } from '../harness/api.ts'
import { firstAdmin } from '../harness/instance.ts'
import { caddy, nginx, openBehind } from '../harness/proxies.ts'

function send(url: string, certificate: string, { body, ...options }: RequestOptions & { readonly body?: Buffer }) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>((resolve, reject) => {
    request(url, { ca: certificate, agent: false, ...options }, (answer) => {
      text(answer).then(
        (told) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: told }),
        reject,
      )
    })
      .once('error', reject)
      .end(body)
  })
}

describe.each([nginx, caddy])('behind $program, configured as in docs/operate', (proxy) => {
  const { program } = proxy
  test.skipIf(!isInstalled(program))('client addresses are preserved, and bodies pass unchanged', async () => {
    await using behind = await openBehind(proxy)
    const { instance, url, certificate } = behind
    const spoofed = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': `through-${program}` }
    const api = `${url}${apiPrefix}`
    const environment = await send(`${api}/system/environment`, certificate, { headers: spoofed })
    expect(environment.status).toBe(200)
    expect(environment.headers['x-request-id']).toBe(`through-${program}`)
    expect(environment.headers['strict-transport-security']).toBe('max-age=31536000')
    await expect
      .poll(() => instance.output())
      .toMatch(new RegExp(`"request_id":"through-${program}".*"address":"127\\.0\\.0\\.1"`))
    expect(instance.output()).not.toContain('203.0.113.9')

    expect((await send(`${url}/metrics`, certificate, {})).status).toBe(404)
    expect((await send(`${url}/health/ready`, certificate, {})).status).toBe(200)

    const { token } = await signIn(instance.url, firstAdmin)
    const headers = { [sessionTokenHeader]: token, 'content-type': 'application/octet-stream' }
    const bytes = Buffer.alloc(12 * 2 ** 20, 'a line of a long file\n')
    const made = await send(`${api}/files/long.txt`, certificate, { method: 'POST', headers, body: bytes })
    expect(made.status).toBe(201)
    expect((await send(`${api}/files/long.txt`, certificate, { headers })).body).toBe(bytes.toString())
  })
})
