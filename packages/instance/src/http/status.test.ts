import { expect, test } from 'vitest'
import { sharedInstance, testInstance } from '../testing/test-instance.ts'

const { send } = sharedInstance()

test.each(['evil.example', 'evil.example:8080', 'localhost.evil.example'])(
  'does not repeat the foreign host %s in the status',
  async (host) => {
    const { body } = await send<{ uri: string }>('GET', '/status', { headers: { host } })
    expect(body.uri).not.toContain('evil')
  },
)

test('returns the configured URL in the status', async () => {
  const other = await testInstance({ config: { publicUrl: 'https://api.example.test' } })
  const { body } = await other.send<{ uri: string }>('GET', '/status', { headers: { host: 'evil.example' } })
  expect(body.uri).toBe('https://api.example.test')
})

test('does not repeat a foreign host in the URLs of apps', async () => {
  const { send: ask, root } = await testInstance()
  const headers = { host: 'evil.example' }
  for (const path of ['system/app?fields=*', 'system/app/1', 'system/environment']) {
    const { status, body } = await ask('GET', path, { as: root, headers })
    expect({ status, body: JSON.stringify(body) }).toEqual({ status: 200, body: expect.not.stringContaining('evil') })
  }
})
