import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Parts } from '../../../gateway/parts.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { createKeyRing } from '../../../platform/vault.ts'
import { openTestInstance } from '../../../testing/open-test-instance.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { testInstance } from '../../../testing/test-instance.ts'
import { hasPostgresServer } from '../../../testing/test-postgres.ts'
import { engines } from '../../../testing/test-store.ts'
import { programOfAdmin } from '../../../testing/two-step.ts'
import { examine } from './doctor.ts'
import { rotateKey } from './rotate-key.ts'

const program = fileURLToPath(new URL('../../../testing/run-rotation.ts', import.meta.url))

/** Runs the command in a separate process, like an operator. Returns the number of values it encrypted again. */
async function rotateElsewhere({ dataFolder, databaseUrl }: Config): Promise<number> {
  const env = {
    PATH: process.env.PATH,
    MILLWRIGHT_DATA: dataFolder,
    MILLWRIGHT_DATABASE_URL: databaseUrl ?? '',
    MILLWRIGHT_SECRET: secret,
  }
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(settle)], { env })
  return Number(stdout)
}

const isReal = await hasPostgresServer()
const secret = '5a'.repeat(32)
/** In milliseconds. An instance checks once a second whether another process has changed its file. */
const settle = 1_200

describe.each(engines)('a key rotation while the instance runs, on %s', (engine) => {
  // PGlite has a single session for all connections.
  const runs = test.skipIf(engine === 'postgres' && !isReal)

  runs('is refused with another secret, which changes nothing', async () => {
    const { parts } = await testInstance({ engine })
    const config = { ...parts.config, secret: '00'.repeat(32) }
    await expect(rotateKey(config, { settle })).rejects.toThrow('The secret does not match')
    const settings = await parts.store.db.selectFrom('setting').select('name').execute()
    expect(settings.map(({ name }) => name)).not.toContain('keys')
  })

  runs('seals all that is stored, also what is written meanwhile, and no call fails', async () => {
    const { parts, root, send, signIn } = await testInstance({ engine })
    const config = {
      url: 'https://api.example.test',
      headers: [{ name: 'X-Key', value: 'hidden value', pass_from_client: false }],
    }
    const service = { name: 'outside', label: 'Outside', type: 'rws', is_active: true, config }
    await send('POST', 'system/service', { as: root, body: { resource: [service] } })
    const names: string[] = []
    const failed: unknown[] = []
    let writing = true
    const write = async () => {
      // Until the old keys are deleted, which ends all sessions.
      for (let count = 0; writing; count += 1) {
        const name = `n${count}`
        const body = { resource: [{ name, value: `secret of ${name}`, private: true }] }
        const answer = await send('POST', 'system/lookup', { as: root, body })
        if (answer.status === 401 || answer.status === 403) return
        if (answer.status === 201) names.push(name)
        else failed.push(answer.body)
      }
    }
    const writer = write()
    expect(await rotateElsewhere(parts.config)).toBeGreaterThan(0)
    await writer
    writing = false
    expect(failed).toEqual([])

    const rows = await parts.store.db.selectFrom('lookup').select(['name', 'value']).execute()
    const opened = new Map(rows.map(({ name, value }) => [name, parts.vault.open(String(value))]))
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => opened.get(name) !== `secret of ${name}`)).toEqual([])
    const derived = createKeyRing(Buffer.from(secret, 'hex'))
    expect(rows.filter(({ value }) => derived.isCurrent(String(value)))).toEqual([])
    await signIn(root)
    expect((await examine(parts.config, parts.kinds)).find(({ name }) => name === 'store')).toMatchObject({
      state: 'ok',
    })
  })
})

describe.each(engines)('a key rotation under attack, on %s', (engine) => {
  test.skipIf(engine === 'postgres' && !isReal)('loses nothing, shows nothing, and lets nobody rise', async () => {
    const often = { count: 100_000, seconds: 300 }
    const instance = await testInstance({ engine, config: { loginFailures: { account: often, address: often } } })
    const { parts, root, send, make, signIn } = instance
    const user = await make.user()
    const restricted = await restrictedAdmin(instance, ['config', 'users'])
    const program = await programOfAdmin(instance)
    const rolesBefore = await parts.store.db.selectFrom('user_to_app_to_role').selectAll().execute()
    const adminsBefore = await idsOfAdmins(parts)
    const [seen, unforeseen, risen]: [string[], unknown[], unknown[]] = [[], [], []]
    const written: string[] = []
    let rotating = true

    /** Repeats what somebody does until the keys are replaced, each time with a session that is good. */
    const during = async (
      person: { email: string; password: string },
      path: string,
      work: (as: { token: string }) => Promise<number>,
    ) => {
      const session = async () => {
        const body = { email: person.email, password: person.password }
        const { status, body: answer } = await send<{ session_token: string }>('POST', path, { body })
        if (status !== 200) unforeseen.push([path, status, answer])
        return status === 200 ? { token: answer.session_token } : null
      }
      // The rotation ends sessions: another one begins with the new key.
      for (let as = await session(); rotating && as !== null; ) if ((await work(as)) === 401) as = await session()
    }
    const attack = async (credentials: { as: { token: string }; key?: string }): Promise<number> => {
      const attempts = [
        [
          'POST',
          'system/admin',
          { resource: [{ email: 'evil@example.test', password: 'a stolen password', name: 'E' }] },
        ],
        ['PATCH', `system/admin/${root.id}`, { is_active: false }],
        ['PATCH', `system/user/${restricted.id}`, { is_sys_admin: true, is_root_admin: true }],
        ['POST', 'system/event_script/system.role.get', { type: 'nodejs', content: 'return 1', is_active: true }],
      ] as const
      for (const [verb, at, body] of attempts) {
        const answer = await send(verb, at, { ...credentials, body })
        if (answer.status < 400) risen.push([verb, at, answer.body])
        if (answer.status >= 500) unforeseen.push([verb, at, answer.body])
      }
      const read = await send('GET', 'system/lookup?fields=*', credentials)
      seen.push(JSON.stringify(read.body))
      return read.status
    }
    const writes = during(root, 'system/admin/session', async (as) => {
      const name = `n${written.length}x${rotating}`
      const { status, body } = await send('POST', 'system/lookup', {
        as,
        body: { resource: [{ name, value: `told ${name}`, private: true }] },
      })
      if (status === 201) written.push(name)
      else if (status !== 401) unforeseen.push(body)
      return status
    })
    const signsIn = during(user, 'user/session', async (as) => {
      const wrong = await send('POST', 'user/session', { body: { email: user.email, password: 'another one' } })
      if (wrong.status < 400) risen.push(wrong.body)
      const { status } = await send('GET', 'user/session', { as })
      if (status !== 200 && status !== 401) unforeseen.push(status)
      return status
    })
    const attacks = during(restricted.person, 'system/admin/session', (as) => attack({ as, key: restricted.key }))
    const attacksByProgram = (async () => {
      while (rotating && (await attack({ as: program.as })) !== 401);
    })()

    expect(await rotateElsewhere(parts.config)).toBeGreaterThan(0)
    await expect.poll(async () => (await send('GET', 'user/session', { as: user })).status).toBe(401)
    rotating = false
    await Promise.all([writes, signsIn, attacks, attacksByProgram])
    expect({ unforeseen, risen }).toEqual({ unforeseen: [], risen: [] })
    for (const as of [root, program.as, restricted.as, user]) {
      expect((await send('GET', 'system/lookup', { as })).status).toBe(401)
    }

    const rows = await parts.store.db.selectFrom('lookup').select(['name', 'value']).execute()
    const opened = new Map(rows.map(({ name, value }) => [name, parts.vault.open(String(value))]))
    expect(written.length).toBeGreaterThan(10)
    expect(written.filter((name) => opened.get(name) !== `told ${name}`)).toEqual([])
    expect(seen.filter((text) => text.includes('told ') || /"v[12]\./.test(text))).toEqual([])
    const derived = createKeyRing(Buffer.from(secret, 'hex'))
    for (const { value } of rows) expect(() => derived.vault.open(String(value))).toThrow()
    expect(await parts.store.db.selectFrom('user_to_app_to_role').selectAll().execute()).toEqual(rolesBefore)
    expect(await idsOfAdmins(parts)).toEqual(adminsBefore)
    for (const person of [root, restricted.person]) await signIn(person)
  })
})

const idsOfAdmins = async ({ store }: Pick<Parts, 'store'>) =>
  await store.db
    .selectFrom('user')
    .select(['id', 'is_active', 'is_root_admin'])
    .where('is_sys_admin', '=', 1)
    .orderBy('id')
    .execute()

test('a new secret replaces the old one, which then decrypts nothing', async () => {
  const first = await openTestInstance({ engine: 'sqlite' })
  const { config } = first.parts
  const next = '6b'.repeat(32)
  try {
    await rotateKey(config, { settle, nextSecret: Buffer.from(next, 'hex') })
    await rotateKey({ ...config, secret: next }, { settle })
    await expect(rotateKey(config, { settle })).rejects.toThrow('The secret does not match')
    const found = (await examine({ ...config, secret: next }, first.parts.kinds)).find(({ name }) => name === 'store')
    expect(found).toMatchObject({ state: 'ok' })
  } finally {
    first.failures.length = 0
    await first.close()
  }
})
