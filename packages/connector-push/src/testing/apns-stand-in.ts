import { createVerify, generateKeyPairSync } from 'node:crypto'
import { createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import type { TestCertificate } from '@millwright/instance/testing/test-certificate'

export interface Received {
  readonly device: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

const devices = {
  good: 'a'.repeat(64),
  other: 'c'.repeat(64),
  gone: 'b'.repeat(64),
  busy: 'd'.repeat(64),
  silent: 'e'.repeat(64),
}

/**
 * An in-memory stand-in for Apple's push service over HTTP/2, as documented by Apple. Clients authenticate with a token of the
 * team, or with the TLS client certificate. `expire` invalidates all tokens so far; `cut` ends all connections.
 */
export async function openApnsStandIn({ certificate, privateKey }: TestCertificate) {
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const received: Received[] = []
  const sessions = new Set<ServerHttp2Session>()
  const ended = new Set<string>()
  let expires = false

  const server = createSecureServer({
    cert: certificate,
    key: privateKey,
    requestCert: true,
    rejectUnauthorized: false,
  })
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  server.on('sessionError', () => undefined)
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.on('error', () => undefined)
    answer(stream, headers).catch(() => stream.destroy())
  })

  async function answer(stream: ServerHttp2Stream, headers: Readonly<Record<string, unknown>>): Promise<void> {
    const body: unknown = JSON.parse(await text(stream))
    const fault = faultOf(stream, headers)
    const device = String(headers[':path']).slice('/3/device/'.length)
    if (fault !== null) return refuse(stream, 403, fault)
    if (headers['apns-topic'] !== 'test.shop') return refuse(stream, 400, 'DeviceTokenNotForTopic')
    if (device === devices.silent) return
    if (device === devices.gone) return refuse(stream, 410, 'Unregistered')
    if (device === devices.busy) return refuse(stream, 429, 'TooManyRequests')
    if (device !== devices.good && device !== devices.other) return refuse(stream, 400, 'BadDeviceToken')
    received.push({ device, headers, body })
    stream.respond({ ':status': 200 })
    stream.end()
  }

  function faultOf({ session }: ServerHttp2Stream, headers: Readonly<Record<string, unknown>>): string | null {
    const bearer = headers.authorization
    if (typeof bearer !== 'string') {
      const peer = session === undefined ? null : (session.socket as TLSSocket).getPeerCertificate()
      return peer?.subject?.CN === 'test.shop' ? null : 'MissingProviderToken'
    }
    const [header = '', claims = '', signature = ''] = bearer.replace('bearer ', '').split('.')
    const isSigned = createVerify('sha256')
      .update(`${header}.${claims}`)
      .verify({ key: publicKey, dsaEncoding: 'ieee-p1363' }, signature, 'base64url')
    const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString())
    const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    if (!isSigned || alg !== 'ES256' || kid !== 'KEY1234567' || iss !== 'TEAM123456') return 'InvalidProviderToken'
    if (expires) ended.add(bearer)
    expires = false
    return ended.has(bearer) ? 'ExpiredProviderToken' : null
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const pem = (one: typeof key) => one.export({ type: 'pkcs8', format: 'pem' }).toString()
  const cut = () => {
    for (const session of sessions) session.destroy()
  }
  return {
    devices,
    received,
    endpoint: `https://127.0.0.1:${port}`,
    key: pem(key),
    stranger: pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    locked: key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open it' }).toString(),
    expire: () => {
      expires = true
    },
    cut,
    lines: () => sessions.size,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function refuse(stream: ServerHttp2Stream, status: number, reason: string): void {
  stream.respond({ ':status': status })
  stream.end(JSON.stringify({ reason }))
}
