import { expect, it, test } from 'vitest'
import { type KnownOrigins, linkOrigin } from './origins.ts'

const socket = { localAddress: '192.0.2.7', localPort: 8080 }
const nothing: Pick<KnownOrigins, 'closestTo'> = { closestTo: () => null }
const sent = (hostname: string, ips: string[] | undefined, port = 8080, at: object = socket, known = nothing) =>
  linkOrigin(`http://${hostname}:${port}`, { protocol: 'http', hostname, ips, socket: at }, known)

test.each([
  ['a name', 'evil.example', undefined, 'http://192.0.2.7:8080'],
  ['another address', '198.51.100.1', undefined, 'http://192.0.2.7:8080'],
  ['a name from a proxy that is not trusted', 'evil.example', ['198.51.100.1'], 'http://192.0.2.7:8080'],
  ['a name that begins like this machine', '127.0.0.1.evil.example', undefined, 'http://192.0.2.7:8080'],
])('does not trust %s', (_, hostname, ips, origin) => {
  expect(sent(hostname, ips)).toBe(origin)
})

test.each([
  ['this machine', 'localhost'],
  ['the address that was reached', '192.0.2.7'],
])('takes %s with the port that was reached, not the one that is claimed', (_, hostname) => {
  expect(sent(hostname, undefined, 6666)).toBe(`http://${hostname}:8080`)
})

it('takes from a trusted proxy what is known, and otherwise where the request arrived', () => {
  const proxied = ['10.0.0.1', '198.51.100.1']
  const known = { closestTo: () => 'https://millwright.example' }
  expect(sent('evil.example', proxied, 444, socket, known)).toBe('https://millwright.example')
  expect(sent('evil.example', proxied, 444)).toBe('http://192.0.2.7:8080')
  expect(sent('evil.example', ['198.51.100.1'], 444, socket, known)).toBe('http://192.0.2.7:8080')
})

test.each([
  ['::ffff:192.0.2.7', 'http://192.0.2.7:8080'],
  ['2001:db8::7', 'http://[2001:db8::7]:8080'],
])('writes the address %s as a host', (localAddress, origin) => {
  expect(sent('evil.example', undefined, 8080, { localAddress, localPort: 8080 })).toBe(origin)
})
