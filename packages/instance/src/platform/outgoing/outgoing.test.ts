import type { LookupAddress, lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRequestSender } from './ask.ts'
import { createOutgoing } from './outgoing.ts'
import { isPrivateAddress } from './private-address.ts'

describe('an IP address', () => {
  it.each([
    '127.0.0.1',
    '127.8.9.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
  ])('%s is not public', (address) => expect(isPrivateAddress(address)).toBe(true))

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001:800::1'])(
    '%s is public',
    (address) => expect(isPrivateAddress(address)).toBe(false),
  )
})

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here.test')
  if (pathname === '/to') response.writeHead(302, { location: searchParams.get('url') ?? '' }).end()
  else if (pathname === '/round') response.writeHead(302, { location: '/round' }).end()
  else if (pathname === '/gone') response.writeHead(404).end('gone')
  else if (pathname === '/other')
    request.socket.write('HTTP/1.1 101 Other\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
  else if (pathname === '/never') response.writeHead(200).write('…')
  else response.end('x'.repeat(100))
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
let port: number
let here: string
beforeAll(() => {
  ;({ port } = server.address() as AddressInfo)
  here = `http://127.0.0.1:${port}`
})
const at = (host: string) => `http://${host}:${port}/`

/** Resolves names to these addresses, without network access. */
const names: Readonly<Record<string, LookupAddress[]>> = {
  'inner.test': [{ address: '127.0.0.1', family: 4 }],
  'both.test': [
    { address: '8.8.8.8', family: 4 },
    { address: '::1', family: 6 },
  ],
}
const lookupNames = ((name: string, _: object, done: (error: Error | null, found: LookupAddress[]) => void) => {
  const found = names[name]
  if (found === undefined) done(new Error('ENOTFOUND'), [])
  else done(null, found)
}) as typeof lookup

const outgoing = (...allowPrivateHosts: string[]) => createOutgoing({ allowPrivateHosts, lookup: lookupNames })

describe('a request to a URL from a caller', () => {
  it.each([
    ['this machine', () => here, 'not a public host'],
    ['this machine in another notation', () => `http://2130706433:${port}`, 'not a public host'],
    ['this machine by IPv6', () => `http://[::1]:${port}`, 'not a public host'],
    ['a mapped address', () => at('[::ffff:127.0.0.1]'), 'not a public host'],
    ['a name for this machine', () => `http://inner.test:${port}`, 'not a public host'],
    ['a name with one private address', () => `http://both.test:${port}`, 'not a public host'],
    ['metadata', () => at('169.254.169.254'), 'not a public host'],
    ['a name that does not resolve', () => 'http://none.test', 'could not be reached'],
    ['another scheme', () => 'file:///etc/passwd', 'http://'],
    ['nothing', () => 'nonsense', 'http://'],
    ['a user', () => at('a:b@8.8.8.8'), 'username'],
  ])('does not go to %s', async (_, addressOf, sentence) => {
    await expect(outgoing('other.test', '127.0.0.1:1').download(addressOf(), 1000)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(sentence),
    })
  })

  it.each([
    ['to a private host', () => `${here}/to?url=http://inner.test:${port}/`, 'not a public host'],
    ['to another scheme', () => `${here}/to?url=ftp://x.test/`, 'http://'],
    ['in a loop', () => `${here}/round`, 'more than 5 times'],
    ['to nothing', () => `${here}/to`, 'status 302'],
  ])('does not follow a redirect %s', async (_, addressOf, sentence) => {
    await expect(outgoing('127.0.0.1').download(addressOf(), 1000)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(sentence),
    })
  })

  it('rejects error responses, responses that are too long and those that never end', async () => {
    const patient = outgoing('*')
    await expect(patient.download(`${here}/gone`, 1000)).rejects.toMatchObject({ status: 400 })
    await expect(patient.download(`${here}/other`, 1000)).rejects.toMatchObject({
      message: expect.stringContaining('another protocol'),
    })
    const ask = createRequestSender({ allowPrivateHosts: ['*'], longest: 1000 })
    const asked = ask({ verb: 'GET', address: new URL(`${here}/other`), headers: {} }, new AbortController().signal)
    await expect(asked).rejects.toMatchObject({ status: 502, message: expect.stringContaining('another protocol') })
    await expect(patient.download(here, 99)).rejects.toMatchObject({ message: expect.stringContaining('99 bytes') })
    const hasty = createOutgoing({ allowPrivateHosts: ['*'], timeout: 50 })
    await expect(hasty.download(`${here}/never`, 1000)).rejects.toMatchObject({
      message: expect.stringContaining('time'),
    })
  })

  it('passes errors during the transfer to the reader of the stream', async () => {
    const { content } = await outgoing('*').stream(here, 99)
    const reading = async () => {
      for await (const _ of content);
    }
    await expect(reading()).rejects.toMatchObject({ status: 400, message: expect.stringContaining('99 bytes') })
  })

  it.each(['*', '127.0.0.1', '127.0.0.1:(its port)'])(
    'reaches private hosts that the operator allows with %s',
    async (allowed) => {
      const { bytes, address } = await outgoing(allowed.replace('(its port)', String(port))).download(
        `${here}/to?url=/found`,
        100,
      )
      expect([bytes.length, address.pathname]).toEqual([100, '/found'])
    },
  )
})
