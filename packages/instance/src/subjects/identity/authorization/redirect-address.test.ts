import { describe, expect, it } from 'vitest'
import { destinationOf, isRegistered, redirectProblem } from './redirect-address.ts'

describe('a redirect URI', () => {
  it.each([
    ['', 'is not a URL'],
    ['assistant.test/callback', 'is not a URL'],
    ['http://example.com/callback', 'must begin with https://'],
    ['http://localhost.example.com/callback', 'must begin with https://'],
    ['http://127.0.0.2/callback', 'must begin with https://'],
    ['javascript:alert(1)', 'scheme is not allowed'],
    ['JavaScript:alert(1)', 'scheme is not allowed'],
    ['data:text/html,x', 'scheme is not allowed'],
    ['file:///etc/passwd', 'scheme is not allowed'],
    ['ms-msdt:/id', 'scheme is not allowed'],
    ['search-ms:query=x', 'scheme is not allowed'],
    ['feed:javascript:alert(1)', 'scheme is not allowed'],
    ['view-source:https://a.test/', 'scheme is not allowed'],
    ['unknown://callback', 'scheme is not allowed'],
    ['https:evil.test', 'must be written as https://evil.test/'],
    ['https:/evil.test/', 'must be written as https://evil.test/'],
    ['HTTPS://client.test/', 'must be written as https://client.test/'],
    ['https://client.test:443/a/../b', 'must be written as https://client.test/b'],
    ['http://2130706433/callback', 'must be written as http://127.0.0.1/callback'],
    ['https://example.com/#here', 'fragment'],
    ['https://ann@example.com/', 'username'],
    ['https://example.com\\@other.test/', 'characters'],
    ['https://exämple.com/', 'characters'],
    ['https://example.com/ x', 'characters'],
    [`https://example.com/${'x'.repeat(2048)}`, 'is not a URL'],
  ])('must not be %j', (address, reason) => expect(redirectProblem(address)).toContain(reason))

  it.each([
    'https://assistant.test/api/mcp/auth_callback',
    'http://localhost:3118/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8080/',
    'cursor://anysphere.cursor-retrieval/oauth/user/callback',
    'com.example.app:/callback',
    'https://client.test',
  ])('may be %s', (address) => expect(redirectProblem(address)).toBeNull())
})

describe('a registered redirect URI', () => {
  const registered = [
    'https://client.test/callback',
    'http://127.0.0.1:4000/callback',
    'http://localhost/callback',
    'app://callback',
  ]

  it.each([
    'https://client.test/callback/',
    'https://client.test/callback?x=1',
    'https://client.test/Callback',
    'https://CLIENT.test/callback',
    'https://client.test:443/callback',
    'https://client.test/callback/../other',
    'https://client.test.evil.test/callback',
    'http://client.test/callback',
    'http://127.0.0.1:5000/callback/',
    'http://127.0.0.1:5000/other',
    'http://127.0.0.1:5000@evil.test/callback',
    'http://localhost:5000.evil.test/callback',
    'https://localhost/callback',
    'http://[::1]/callback',
    'app://callback/',
    'app://callback:80',
  ])('does not match %s', (address) => expect(isRegistered(address, registered)).toBe(false))

  it.each([
    ...registered,
    'http://127.0.0.1:51004/callback',
    'http://127.0.0.1/callback',
    'http://localhost:1/callback',
  ])('matches %s, with any port on the local machine', (address) =>
    expect(isRegistered(address, registered)).toBe(true),
  )
})

it.each([
  ['https://assistant.test/callback', 'assistant.test'],
  ['http://localhost:3118/callback', 'this computer'],
  ['cursor://somewhere/callback', 'cursor'],
])('%s is displayed as %s', (address, told) => expect(destinationOf(address)).toBe(told))
