import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'

/** What the remote server writes, by path, before it closes the connection. */
const written: Readonly<Record<string, string>> = {
  chunk: 'transfer-encoding: chunked\r\n\r\nZZ\r\nabc\r\n',
  short: 'content-length: 100\r\n\r\n',
  half: 'content-length: 100\r\n\r\nhalf of it',
  gzip: 'content-type: text/plain\r\ncontent-encoding: gzip\r\ncontent-length: 5\r\n\r\nplain',
  long: 'content-length: 3\r\n\r\nlonger than three',
}
const { server, send, root } = sharedInstance({ config: { allowPrivateHosts: ['127.0.0.1'] } })

const other = createServer((socket) => {
  socket
    .on('error', () => undefined)
    .once('data', (request) => {
      const [, path = ''] = /^GET \/(\w+)/.exec(request.toString('latin1')) ?? []
      if (path === 'early') socket.end('HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n')
      else if (path === 'nothing') socket.end()
      else socket.end(`HTTP/1.1 200 OK\r\n${written[path]}`)
    })
})
let base = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const settings = { base_url: `http://127.0.0.1:${port}` }
  const kinds = { passed: settings, kept: { ...settings, cache_enabled: true, cache_ttl: 60, replace_link: true } }
  const services = Object.entries(kinds).map(([name, config]) => ({ name, type: 'rws', is_active: true, config }))
  expect((await send('POST', 'system/service', { as: root, body: { resource: services } })).status).toBe(201)
  base = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => void other.close())

async function answerOf(path: string): Promise<string> {
  const headers = { 'x-dreamfactory-session-token': root.token }
  const answer = await fetch(`${base}/api/v2/${path}`, { headers })
  const text = await answer.text().catch(() => 'cut')
  return `${answer.status} ${answer.status < 400 ? text : JSON.parse(text).error.message}`
}

it.each(['passed', 'kept'])('never passes on a truncated response as complete: %s', async (service) => {
  const brokeOff = expect.stringMatching(/^502 The response of 127\.0\.0\.1:\d+ was cut off\.$/)
  expect(await answerOf(`${service}/nothing`)).toMatch(/^503 .* cannot be reached/)
  expect(await answerOf(`${service}/chunk`)).toMatch(/^502 The response of .* is not valid HTTP/)
  expect(await answerOf(`${service}/short`)).toEqual(brokeOff)
  expect(await answerOf(`${service}/half`)).toMatch(/^(200 cut|502 The response of .* was cut off\.)$/)
  expect(await answerOf(`${service}/early`)).toMatch(/^502 .* with status 99, which does not exist/)
  if (service === 'kept') expect(await answerOf('kept/gzip')).toEqual(brokeOff)
})

it.each(['passed', 'kept'])('ignores bytes after the end of a response: %s', async (service) => {
  expect(await answerOf(`${service}/long`)).toBe('200 lon')
})
