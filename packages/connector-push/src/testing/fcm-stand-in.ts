import { createVerify, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const email = 'push@shop.iam.gserviceaccount.test'
const ttl = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/**
 * A stand-in for Google's token endpoint for service accounts and for Firebase Cloud Messaging, for one project, as documented
 * by Google. Every token is valid for a few messages only. The responses in `next` are returned once each, regardless of the
 * request.
 */
export async function openFcmStandIn() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const tokens = new Map<string, number>()
  const messages: Record<string, unknown>[] = []
  let given = 0
  const next: { status: number; body: string }[] = []

  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString('utf8')
    if (request.url === '/token') return give(new URLSearchParams(body), response)
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const left = tokens.get(token) ?? 0
    if (left === 0) return refuse(response, 401, 'UNAUTHENTICATED')
    tokens.set(token, left - 1)
    const special = next.shift()
    if (special !== undefined) return void response.writeHead(special.status).end(special.body)
    if (request.url !== '/v1/projects/shop/messages:send') return refuse(response, 404, 'NOT_FOUND')
    receive(JSON.parse(body), response)
  })

  function give(asked: URLSearchParams, response: ServerResponse): void {
    const [header = '', claims = '', signature = ''] = (asked.get('assertion') ?? '').split('.')
    const isSigned = createVerify('sha256').update(`${header}.${claims}`).verify(publicKey, signature, 'base64url')
    const { iss, aud, scope, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
    const isRight = iss === email && aud === tokenUri() && /firebase\.messaging$/.test(scope) && exp > Date.now() / 1000
    if (asked.get('grant_type') !== ttl || !isSigned || !isRight) {
      return void response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant' }))
    }
    const token = randomUUID()
    tokens.set(token, 3)
    given += 1
    response.end(JSON.stringify({ access_token: token, expires_in: 3599, token_type: 'Bearer' }))
  }

  function receive({ message, validate_only: isTrial }: Record<string, unknown>, response: ServerResponse): void {
    const { token, data } = Object(message)
    const isText = Object.values(data ?? {}).every((value) => typeof value === 'string')
    if (token === 'gone') refuse(response, 404, 'NOT_FOUND', 'UNREGISTERED')
    else if (token === 'foreign') refuse(response, 403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH')
    else if (token === 'bad' || !isText) refuse(response, 400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT')
    else {
      if (isTrial !== true) messages.push(Object(message))
      response.end(JSON.stringify({ name: `projects/shop/messages/${messages.length}` }))
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const tokenUri = () => `${endpoint}/token`
  const account = (key = privateKey) =>
    JSON.stringify({
      type: 'service_account',
      project_id: 'shop',
      client_email: email,
      private_key_id: 'k1',
      private_key: key.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: tokenUri(),
    })
  const stranger = () => account(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  return {
    endpoint,
    account,
    stranger,
    messages,
    given: () => given,
    next,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function refuse(response: ServerResponse, code: number, status: string, errorCode?: string): void {
  const details =
    errorCode === undefined ? [] : [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }]
  response.writeHead(code).end(JSON.stringify({ error: { code, message: `Refused: ${status}`, status, details } }))
}
