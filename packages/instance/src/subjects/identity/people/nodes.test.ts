import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createBackground } from '../../../platform/background.ts'
import { systemClock } from '../../../platform/clock.ts'
import { relayTo } from '../../../platform/connections/relay.ts'
import { readConfig } from '../../../platform/settings/config.ts'
import { createServiceKinds } from '../../../service-kinds.ts'
import { openStore, type StoreConfig } from '../../../store/open-store.ts'
import { factories } from '../../../testing/factories.ts'
import { redisUrl } from '../../../testing/redis.ts'
import { hasPostgresServer } from '../../../testing/test-postgres.ts'
import { createMigratedPlace } from '../../../testing/test-store.ts'
import { zeroKeys } from '../../../testing/zero-keys.ts'
import { callerOf } from './caller-of.ts'
import { createIdentity } from './identity.ts'
import { createPasswords } from './passwords.ts'

const hasServer = await hasPostgresServer()
async function migratedPlace() {
  const place = await createMigratedPlace('postgres')
  onTestFinished(place.remove)
  return place
}

async function openNode(place: StoreConfig) {
  const store = await openStore(place, systemClock)
  onTestFinished(store.close)
  const passwords = createPasswords({ memory: 32, passes: 1, lanes: 1 })
  const background = createBackground(() => {})
  const parts = {
    config: readConfig({}),
    store,
    clock: systemClock,
    passwords,
    background,
    tokenKeys: zeroKeys,
    kinds: createServiceKinds(),
    vault: { seal: (plain: string) => plain, open: (sealed: string) => sealed },
  }
  const identity = createIdentity(parts)
  const call = async (token: string) =>
    identity.identify({ apiKey: null, token, basic: null, scriptToken: null }, '127.0.0.1')
  return { store, ...identity, make: factories({ ...parts, ...identity }), call }
}

/** Two nodes, and a function that silently breaks the connection through which the second is notified of changes. */
async function nodesByListen() {
  const place = await migratedPlace()
  const { relay, url } = await behindRelay(place.databaseUrl ?? '')
  const here = await openNode(place)
  const there = await openNode({ ...place, databaseUrl: url })
  // The store's first connection is the one that listens.
  return { here, there, fall: relay.hangOldest }
}

async function nodesByRedis() {
  const place = await migratedPlace()
  const { relay, url } = await behindRelay(redisUrl ?? '')
  const by = { ...place, changesBy: 'redis' } as const
  const here = await openNode({ ...by, redisUrl })
  const there = await openNode({ ...by, redisUrl: url })
  return { here, there, fall: relay.hang }
}

async function behindRelay(address: string) {
  const url = new URL(address)
  const relay = await relayTo(url.hostname, Number(url.port))
  onTestFinished(relay.close)
  url.port = String(relay.port)
  return { relay, url: url.toString() }
}

describe('two nodes on one PostgreSQL', () => {
  it('notice immediately when the other ends tokens, access tokens and sessions or deactivates people', async () => {
    const place = await migratedPlace()
    const here = await openNode(place)
    const there = await openNode(place)
    const first = await here.make.user()
    const second = await here.make.user()
    for (const { id, token } of [first, second]) expect((await there.call(token)).user?.id).toBe(id)

    await here.tokens.revoke(first.token)
    await vi.waitFor(() => expect(there.call(first.token)).rejects.toMatchObject({ status: 403 }))
    expect((await there.call(second.token)).user?.id).toBe(second.id)

    const admin = await here.make.admin()
    const asked = { name: 'ci', scopes: ['apps'], days: 1 } as const
    const by = { caller: callerOf(null, null, null, null, null), address: '127.0.0.1', verb: 'POST' } as const
    const { id, token } = await here.accessTokens.make(admin, asked, by)
    expect((await there.call(token)).user?.id).toBe(admin.id)
    await here.accessTokens.revoke(admin.id, id, by)
    await vi.waitFor(() => expect(there.call(token)).rejects.toMatchObject({ status: 401 }))

    const third = await here.make.user()
    const owner = { id: third.id, tokenGeneration: 0 }
    expect((await there.call(third.token)).user?.id).toBe(third.id)
    expect(await there.sessions.listOf(owner)).toHaveLength(1)
    await here.sessions.endOthers(owner, null)
    await vi.waitFor(() => expect(there.call(third.token)).rejects.toMatchObject({ status: 403 }))
    expect(await there.sessions.listOf(owner)).toEqual([])

    await here.store.db.updateTable('user').set({ is_active: 0 }).where('id', '=', second.id).execute()
    await here.store.changes.publish([{ table: 'user', ids: [second.id] }])
    await vi.waitFor(() => expect(there.call(second.token)).rejects.toMatchObject({ status: 403 }))
  })

  it('notice immediately when the service of a program is changed on the other', async () => {
    const place = await migratedPlace()
    const here = await openNode(place)
    const there = await openNode(place)
    const { id: service } = await here.make.service()
    const rows = () => here.store.db.selectFrom('service').select('last_modified_date').where('id', '=', service)
    const { last_modified_date: modified } = await rows().executeTakeFirstOrThrow()
    const { id } = await here.make.user()
    const program = { service, modified, name: 'job' }
    const token = await here.tokens.issue(id, false, { proof: { program } })
    expect(await there.call(token)).toMatchObject({ user: { id }, program: { kind: 'provider token', name: 'job' } })

    const later = { last_modified_date: '2099-01-01T00:00:00.000000Z' }
    await here.store.db.updateTable('service').set(later).where('id', '=', service).execute()
    await here.store.changes.publish([{ table: 'service', ids: [service] }])
    await vi.waitFor(() => expect(there.call(token)).rejects.toMatchObject({ status: 403 }))
    await expect(here.call(token)).rejects.toMatchObject({ status: 403 })
  })

  it
    .skipIf(!hasServer)
    .each([
      { by: 'PostgreSQL', open: nodesByListen },
      ...(redisUrl === null ? [] : [{ by: 'Redis', open: nodesByRedis }]),
    ])('notice ended tokens even if the connection to $by for notifications is silently dead', async ({ open }) => {
    const { here, there, fall } = await open()
    const people = [await here.make.user(), await here.make.user(), await here.make.user()]
    for (const { id, token } of people) expect((await there.call(token)).user?.id).toBe(id)

    fall()
    for (const { id, token } of people) {
      expect((await there.call(token)).user?.id).toBe(id)
      await here.tokens.revoke(token)
      await vi.waitFor(() => expect(there.call(token)).rejects.toMatchObject({ status: 403 }))
    }
  })
})
