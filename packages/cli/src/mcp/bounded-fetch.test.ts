import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { boundedFetch } from './service-access.ts'

/** The address of a server on this machine, which is closed after the test. */
async function serve(answer: RequestListener): Promise<URL> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return new URL(`http://127.0.0.1:${Object(server.address()).port}/mcp/x`)
}

it.each([
  'http://example.test/token',
  'https://localhost/token',
  'https://127.0.0.2/token',
  'https://[::1]/token',
  'https://192.0.2.1/',
  'https://[fe80::1]/',
  'http://localhost:1/',
  'file:///etc/passwd',
])('does not reach %s for a service of another host', async (url) => {
  const asked: unknown[] = []
  const ask = async (to: string | URL) => {
    asked.push(to)
    return new Response('')
  }
  await expect(boundedFetch(new URL('https://service.test/mcp/x'), ask)(url)).rejects.toThrow(/^The service leads to/)
  expect(asked).toEqual([])
})

it('follows no redirect, which would receive the credentials', async () => {
  const received: unknown[] = []
  const other = await serve(({ headers }, response) => {
    received.push(headers)
    response.end()
  })
  const service = await serve((_, response) => response.writeHead(307, { location: other.href }).end())
  const headers = { 'x-dreamfactory-api-key': 'k' }
  await expect(boundedFetch(service)(service, { headers })).rejects.toThrow('redirects to another address')
  expect(received).toEqual([])
})

const megabyte = Buffer.alloc(2 ** 20, 'x')

it.each([
  ['an answer', 'application/json'],
  ['an event', 'text/event-stream'],
])('ends %s that does not end', async (_, type) => {
  const service = await serve((_, response) => {
    response.writeHead(200, { 'content-type': type })
    const more = () => {
      while (!response.destroyed && response.write(megabyte));
    }
    response.on('drain', more)
    more()
  })
  const response = await boundedFetch(service)(service)
  await expect(response.text()).rejects.toThrow('The service sent more than 33554432 bytes at once.')
})

it('passes on answers, streams of any number of events, and those without a body', async () => {
  const event = `data: ${'x'.repeat(2 ** 20)}\n\n`
  const service = await serve(({ url }, response) => {
    if (url === '/none') response.writeHead(204).end()
    else if (url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      for (let count = 0; count < 40; count += 1) response.write(event)
      response.end()
    } else response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('{}')
  })
  const ask = boundedFetch(service)
  const refused = await ask(service)
  expect([refused.status, refused.headers.get('www-authenticate'), await refused.text()]).toEqual([401, 'Bearer', '{}'])
  expect((await (await ask(new URL('/events', service))).text()).length).toBe(40 * event.length)
  expect((await ask(new URL('/none', service))).status).toBe(204)
})
