import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRequestSender } from '../../../platform/outgoing/ask.ts'
import { testCertificate } from '../../../testing/test-certificate.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { createClientDocuments, isDocumentAddress, longestDocument } from './client-metadata.ts'

const trusted = getCACertificates('default')
let asked = 0
let origin: string
let server: Server

beforeAll(async () => {
  const { certificate, privateKey } = await testCertificate()
  setDefaultCACertificates([...trusted, certificate])
  server = createServer({ cert: certificate, key: privateKey }, ({ url = '' }, response) => {
    asked += 1
    const client_id = `${origin}${url}`
    const redirect_uris = ['http://127.0.0.1/callback', 'https://client.test/callback']
    const documents: Record<string, unknown> = {
      '/good': { client_id, client_name: ' Good\u202e \n Client ', redirect_uris },
      '/other': { client_id: `${origin}/good`, redirect_uris },
      '/signing': { client_id, redirect_uris, token_endpoint_auth_method: 'private_key_jwt' },
      '/nowhere': { client_id, redirect_uris: ['javascript:alert(1)'] },
      '/long': { client_id, redirect_uris, padding: 'x'.repeat(longestDocument) },
      '/text': 'text',
    }
    const document = documents[url]
    if (url === '/moved') response.writeHead(302, { location: '/good' }).end()
    else if (document === undefined) response.writeHead(404).end()
    else response.end(url === '/text' ? 'text' : JSON.stringify(document))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  setDefaultCACertificates(trusted)
  server.closeAllConnections()
  server.close()
})

const clock = testClock()
const documentsOf = (...allowPrivateHosts: string[]) =>
  createClientDocuments(createRequestSender({ allowPrivateHosts, longest: longestDocument }), clock)

describe('a client metadata document', () => {
  it.each([
    ['/other', 'its client_id is not its own address'],
    ['/signing', 'token_endpoint_auth_method must be none'],
    ['/nowhere', 'scheme is not allowed'],
    ['/long', `longer than ${longestDocument} bytes`],
    ['/text', 'it is not JSON'],
    ['/moved', 'status 302'],
    ['/missing', 'status 404'],
  ])('is rejected at %s', async (path, reason) => {
    await expect(documentsOf('127.0.0.1').read(`${origin}${path}`)).rejects.toThrow(reason)
  })

  it('is not fetched from this machine or its network', async () => {
    await expect(documentsOf().read(`${origin}/good`)).rejects.toThrow('not a public host')
  })

  it('describes the client, and is cached for a while', async () => {
    const documents = documentsOf('127.0.0.1')
    const before = asked
    const client = await documents.read(`${origin}/good`)
    expect(client).toEqual({
      id: `${origin}/good`,
      name: 'Good Client',
      redirectUris: ['http://127.0.0.1/callback', 'https://client.test/callback'],
      verified: true,
      secret: null,
    })
    await Promise.all([documents.read(`${origin}/good`), documents.read(`${origin}/good`)])
    expect(asked).toBe(before + 1)
    clock.advance(601)
    await documents.read(`${origin}/good`)
    expect(asked).toBe(before + 2)
  })
})

it.each([
  'https://a.test/',
  'https://a.test',
  'http://a.test/c',
  'https://a.test/c#d',
  'https://u@a.test/c',
  'https://a.test/b/../c',
  'abc',
])('%s is not a valid document URL', (id) => expect(isDocumentAddress(id)).toBe(false))
