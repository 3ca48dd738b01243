import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listensOn, startProgram } from '@millwright/instance/testing/counterparts/running-program'
import { freePort } from '@millwright/instance/testing/installed-program'
import { testCertificate } from '@millwright/instance/testing/test-certificate'
import { root } from '../../tools/paths.mjs'
import { type RunningInstance, startInstance } from './instance.ts'

interface Place {
  readonly folder: string
  readonly port: number
  /** URL of the instance. */
  readonly behind: string
}

export interface Proxy {
  readonly program: string
  /** Adapts the documented configuration to this machine: host names, paths and the certificate. */
  readonly configured: (documented: string, place: Place) => string
  readonly file: string
  readonly args: (path: string, folder: string) => readonly string[]
}

export const nginx: Proxy = {
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
}

export const caddy: Proxy = {
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
}

/** An instance behind a proxy. */
export interface Proxied extends AsyncDisposable {
  readonly instance: RunningInstance
  /** Of the proxy. */
  readonly url: string
  readonly publicUrl: string
  /** By which clients trust the proxy; empty without TLS. */
  readonly certificate: string
}

/** Starts an instance behind a proxy that is configured as in docs/operate; the instance trusts its headers, and logs requests as JSON. */
export async function openBehind({ program, configured, file, args }: Proxy): Promise<Proxied> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-proxy-'))
  const [{ certificate, privateKey }, port] = await Promise.all([testCertificate(), freePort()])
  const url = `https://localhost:${port}`
  const instance = await startInstance(loggingSettings(url))
  const files = {
    'certificate.pem': certificate,
    'key.pem': privateKey,
    [file]: configured(readFileSync(join(root, 'docs/operate', file), 'utf8'), { folder, port, behind: instance.url }),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content, { mode: 0o600 })
  const running = await startProgram(program, args(join(folder, file), folder), {
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    isReady: () => listensOn(port),
  })
  return {
    instance,
    url,
    publicUrl: url,
    certificate,
    async [Symbol.asyncDispose]() {
      await running.close()
      await instance[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Settings of an instance behind a proxy on this machine. */
export const loggingSettings = (publicUrl: string) => ({
  MILLWRIGHT_PUBLIC_URL: publicUrl,
  MILLWRIGHT_TRUSTED_PROXIES: '127.0.0.1',
  MILLWRIGHT_LOG_LEVEL: 'info',
  MILLWRIGHT_LOG_FORMAT: 'json',
})
