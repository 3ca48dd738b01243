import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from './server.ts'

const seen: (readonly [bytesIn: number | null, bytesOut: number | null])[] = []
const server = createServer({
  bodyLimit: 1000,
  trustedProxies: [],
  log: () => undefined,
  observers: [({ bytesIn, bytesOut }) => seen.push([bytesIn, bytesOut])],
})
server.get('/whole', async () => 'four')
server.get('/streamed', (_, reply) => reply.send(Readable.from(['a', 'b'])))
server.get('/nothing', (_, reply) => reply.code(204).send())
server.post('/echo', async ({ body }) => body)
let url: string
beforeAll(async () => {
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

async function bytesOf(path: string, body?: BodyInit): Promise<(typeof seen)[number] | undefined> {
  seen.length = 0
  const init = body === undefined ? {} : { method: 'POST', body, duplex: 'half' as const }
  await (await fetch(`${url}${path}`, init)).arrayBuffer()
  await expect.poll(() => seen.length).toBe(1)
  return seen[0]
}

test('counts the bytes of bodies with a declared length', async () => {
  expect(await bytesOf('/whole')).toEqual([0, 4])
  expect(await bytesOf('/nothing')).toEqual([0, 0])
  expect(await bytesOf('/echo', 'seven b')).toEqual([7, 7])
})

test('does not take a body that is sent in chunks for an empty one', async () => {
  expect(await bytesOf('/streamed')).toEqual([0, null])
  expect(await bytesOf('/echo', new Blob(['a', 'b']).stream())).toEqual([null, 2])
})
