import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createBackground } from '../background.ts'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { openStore } from '../store/open-store.ts'
import { factories } from '../testing/factories.ts'
import { createTestPlace } from '../testing/test-store.ts'
import { createIdentity } from './identity.ts'
import { createPasswords } from './passwords.ts'

describe('two nodes on one PostgreSQL', () => {
  it('know at once of tokens that ended and people who were deactivated at the other', async () => {
    const place = await createTestPlace('postgres')
    onTestFinished(place.remove)
    const open = async () => {
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
        tokenKey: new Uint8Array(32),
        vault: { seal: (plain: string) => plain, open: (sealed: string) => sealed },
      }
      const identity = createIdentity(parts)
      return { store, ...identity, make: factories({ ...parts, ...identity }) }
    }
    const [here, there] = [await open(), await open()]
    const [first, second] = [await here.make.user(), await here.make.user()]
    const call = async (token: string) =>
      there.identify({ apiKey: null, token, basic: null, scriptToken: null }, '127.0.0.1')
    for (const { id, token } of [first, second]) expect((await call(token)).user?.id).toBe(id)

    await here.tokens.revoke(first.token)
    await vi.waitFor(() => expect(call(first.token)).rejects.toMatchObject({ status: 403 }))
    expect((await call(second.token)).user?.id).toBe(second.id)

    await here.store.db.updateTable('user').set({ is_active: 0 }).where('id', '=', second.id).execute()
    await here.store.changes.publish([{ table: 'user', ids: [second.id] }])
    await vi.waitFor(() => expect(call(second.token)).rejects.toMatchObject({ status: 403 }))
  })
})
