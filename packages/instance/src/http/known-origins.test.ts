import { describe, expect, it } from 'vitest'
import { createBackground } from '../platform/background.ts'
import { systemClock } from '../platform/clock.ts'
import { restrictedAdmin } from '../testing/restricted-admin.ts'
import { sharedInstance } from '../testing/test-instance.ts'
import { openTestStore } from '../testing/test-store.ts'
import { programOfAdmin } from '../testing/two-step.ts'
import { createKnownOrigins } from './origins.ts'

describe('links in mails behind a proxy that passes on any host, without a public URL', () => {
  const instance = sharedInstance({ config: { trustedProxies: ['127.0.0.1'] } })
  const { send, root, make, parts } = instance
  const through = (host: string) => ({ host, 'x-forwarded-for': '198.51.100.9', 'x-forwarded-proto': 'https' })

  /** The origin of the link that root is sent when a stranger asks for a reset at some host. */
  async function linkAt(host: string, headers: Readonly<Record<string, string>> = through(host)): Promise<string> {
    const { status } = await send('POST', 'system/admin/password?reset=true', { headers, body: { email: root.email } })
    expect(status).toBe(200)
    await parts.background.idle()
    const mail = await parts.outbox.get((await parts.outbox.ids()).at(-1) ?? '')
    return new URL(/https?:\S+/.exec(mail?.body_text ?? '')?.[0] ?? 'about:blank').origin
  }

  it('lead to this machine until a full administrator has used the proxy', async () => {
    expect(await linkAt('evil.test')).toBe('https://127.0.0.1')
  })

  it('lead nowhere that a user, a restricted administrator or a program has named', async () => {
    const { as, key } = await restrictedAdmin(instance, ['users', 'config'])
    const headers = through('evil.test')
    await send('GET', 'user/profile', { as: await make.user(), headers })
    expect((await send('GET', 'system/user', { as, key, headers })).status).toBe(200)
    expect((await send('GET', 'system/user', { as: (await programOfAdmin(instance)).as, headers })).status).toBe(200)
    expect(await linkAt('evil.test')).toBe('https://127.0.0.1')
  })

  it('lead to where a full administrator has been, whatever host a stranger names', async () => {
    for (const host of ['first.example', 'second.example'])
      expect((await send('GET', 'system/role', { as: root, headers: through(host) })).status).toBe(200)
    expect(await linkAt('first.example')).toBe('https://first.example')
    expect(await linkAt('second.example')).toBe('https://second.example')
    expect(await linkAt('evil.test')).toBe('https://second.example')
    expect(await linkAt('first.example:6666')).toBe('https://second.example')
  })

  it('lead to this machine for who calls it directly', async () => {
    expect(await linkAt('first.example', { host: 'first.example' })).toBe('http://127.0.0.1')
  })
})

it('origins that were used at one node are known to the others, and after a restart', async () => {
  const { store, close } = await openTestStore('sqlite')
  const background = createBackground(() => undefined)
  const node = () => createKnownOrigins(store, background, systemClock)
  const one = await node()
  const other = await node()
  one.note('https://one.example')
  await background.idle()
  expect(other.closestTo('https://evil.test')).toBe('https://one.example')
  expect((await node()).closestTo('https://one.example')).toBe('https://one.example')
  await close()
})

it('the hundred origins that were used last are remembered, and one that is used stays', async () => {
  const { store, close } = await openTestStore('sqlite')
  const background = createBackground(() => undefined)
  let day = 0
  const origins = await createKnownOrigins(store, background, () => day * 86_400_000)
  const used = async (origin: string) => {
    day += 1
    origins.note(origin)
    await background.idle()
  }
  for (let at = 0; at < 60; at += 1) await used(`https://${at}.example`)
  await used('https://0.example')
  for (let at = 60; at < 160; at += 1) await used(`https://${at}.example`)
  await used('https://60.example')
  await used('https://160.example')
  const known = ['60', '62', '160'].map((name) => `https://${name}.example`)
  for (const origin of known) expect(origins.closestTo(origin)).toBe(origin)
  for (const name of ['0', '59', '61']) expect(origins.closestTo(`https://${name}.example`)).toBe('https://160.example')
  const stored = await store.db.selectFrom('setting').select('name').where('name', 'like', 'link_origin %').execute()
  expect(stored).toHaveLength(100)
  await close()
})
