import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { listensOn, startProgram } from '@millwright/instance/testing/counterparts/running-program'
import { freePort, isInstalled } from '@millwright/instance/testing/installed-program'
import { testCertificate } from '@millwright/instance/testing/test-certificate'
import { describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../../tools/paths.mjs'
import { signIn } from '../harness/api.ts'
import { firstAdmin, startInstance } from '../harness/instance.ts'

interface Place {
  readonly folder: string
  readonly port: number
  /** URL of the instance. */
  readonly behind: string
}

interface Proxy {
  readonly program: string
  /** Adapts the documented configuration to this machine: host names, paths and the certificate. */
  readonly configured: (documented: string, place: Place) => string
  readonly file: string
  readonly args: (path: string, folder: string) => readonly string[]
}

const proxies: readonly Proxy[] = [
  {
    program: 'nginx',
    file: 'nginx.conf',
    configured: (documented, { folder, port, behind }) => `
      daemon off; pid ${folder}/pid; error_log ${folder}/errors;
      events {}
      http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
        ${documented
          .replace('listen 443', `listen 127.0.0.1:${port}`)
          .replace('server_name api.example.com', 'server_name localhost')
          .replace('/etc/ssl/api.example.com.pem', join(folder, 'certificate.pem'))
          .replace('/etc/ssl/private/api.example.com.key', join(folder, 'key.pem'))
          .replace('http://127.0.0.1:8080', behind)}
      }`,
    args: (path, folder) => ['-p', folder, '-c', path, '-e', join(folder, 'errors')],
  },
  {
    program: 'caddy',
    file: 'Caddyfile',
    configured: (documented, { folder, port, behind }) =>
      `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${documented
        .replace(
          'api.example.com {',
          `https://localhost:${port} {\n\ttls ${join(folder, 'certificate.pem')} ${join(folder, 'key.pem')}`,
        )
        .replace('127.0.0.1:8080', new URL(behind).host)}`,
    args: (path) => ['run', '--adapter', 'caddyfile', '--config', path],
  },
]

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

describe.each(proxies)('behind $program, configured as in docs/operate', ({ program, configured, file, args }) => {
  test.skipIf(!isInstalled(program))('client addresses are preserved, and bodies pass unchanged', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millwright-proxy-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const [{ certificate, privateKey }, port] = await Promise.all([testCertificate(), freePort()])
    await using instance = await startInstance({
      MILLWRIGHT_PUBLIC_URL: `https://localhost:${port}`,
      MILLWRIGHT_TRUSTED_PROXIES: '127.0.0.1',
      MILLWRIGHT_LOG_LEVEL: 'info',
      MILLWRIGHT_LOG_FORMAT: 'json',
    })
    const files = {
      'certificate.pem': certificate,
      'key.pem': privateKey,
      [file]: configured(readFileSync(join(root, 'docs/operate', file), 'utf8'), {
        folder,
        port,
        behind: instance.url,
      }),
    }
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content, { mode: 0o600 })
    const running = await startProgram(program, args(join(folder, file), folder), {
      env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      isReady: () => listensOn(port),
    })
    onTestFinished(() => running.close())
    const url = `https://localhost:${port}`
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
