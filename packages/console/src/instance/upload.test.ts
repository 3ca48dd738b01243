import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from './upload.ts'

const seen: string[] = []
const arrived = Promise.withResolvers<void>()
const server = createServer((request, response) => {
  for (const name of ['origin', 'headers', 'methods']) response.setHeader(`access-control-allow-${name}`, '*')
  response.setHeader('access-control-expose-headers', '*')
  if (request.method === 'OPTIONS') {
    response.end()
    return
  }
  if (request.url === '/never') {
    arrived.resolve()
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    seen.push(`${request.method} ${request.headers['x-key']} ${Buffer.concat(chunks).length}`)
    response.writeHead(request.url === '/nothing' ? 204 : 422, { 'content-type': 'application/json', etag: '"1"' })
    response.end(request.url === '/nothing' ? undefined : '{"error":{"message":"No."}}')
  })
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const request = { method: 'POST', headers: new Headers({ 'X-Key': 'k' }), body: 'x'.repeat(300_000) }

test('rejects like fetch if the host is unreachable', async () => {
  await expect(upload('http://127.0.0.1:1/', request, () => undefined)).rejects.toThrow(TypeError)
})

test('rejects with an AbortError if it is aborted before or during the upload', async () => {
  const stopped = AbortSignal.abort()
  await expect(upload(`${url}/never`, { ...request, signal: stopped }, () => undefined)).rejects.toMatchObject({
    name: 'AbortError',
  })
  const controller = new AbortController()
  const sending = upload(`${url}/never`, { ...request, body: 'x', signal: controller.signal }, () => undefined)
  await arrived.promise
  controller.abort()
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
})

test('sends headers and body, reports progress up to 1, and resolves an error response', async () => {
  const shares: number[] = []
  const answer = await upload(url, request, (share) => shares.push(share))
  expect(seen.at(-1)).toBe('POST k 300000')
  expect(shares.at(-1)).toBe(1)
  expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([
    422,
    '"1"',
    '{"error":{"message":"No."}}',
  ])
})

test('resolves a response without a body', async () => {
  const answer = await upload(`${url}/nothing`, request, () => undefined)
  expect([answer.status, await answer.text()]).toEqual([204, ''])
})
