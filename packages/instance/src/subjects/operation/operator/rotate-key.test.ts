import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Config } from '../../../platform/settings/config.ts'
import { createKeyRing } from '../../../platform/vault.ts'
import { openTestInstance } from '../../../testing/open-test-instance.ts'
import { testInstance } from '../../../testing/test-instance.ts'
import { hasPostgresServer } from '../../../testing/test-postgres.ts'
import { engines } from '../../../testing/test-store.ts'
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
