import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openApp } from './app.ts'
import { type Config, readConfig } from './platform/settings/config.ts'
import { unknownSettings } from './platform/settings/environment-settings.ts'
import { createPasswords } from './subjects/identity/people/passwords.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millwright-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

const passwords = createPasswords({ memory: 32, passes: 1, lanes: 1 })

/** Starts and stops an instance and returns its log. */
async function start(config: Partial<Config> = {}): Promise<string[]> {
  const log: string[] = []
  const all = { ...readConfig({}), sampleData: false, dataFolder: folder, ...config }
  const app = await openApp(all, { passwords, log: (text) => log.push(text) })
  await app.close()
  return log
}

const file = () => join(folder, 'instance.sqlite')
const secret = () => join(folder, 'secret')

describe('a start fails without changing anything', () => {
  test.each<[string, () => void, () => string]>([
    [
      'on an empty database file in a folder that was in use',
      () => truncateSync(file(), 0),
      () =>
        `The database ${file()} is empty, although its folder was in use before. Restore it from a backup, or remove it and ${secret()} to begin a new instance.`,
    ],
    [
      'on a damaged database',
      () => writeFileSync(file(), 'x'.repeat(40_000), { flag: 'r+' }),
      () => `The database ${file()} is not a SQLite database. Restore it from a backup.`,
    ],
    [
      'on a database whose pages are damaged',
      () => {
        const page = 4096
        const fd = Buffer.alloc(page * 30, 0xee)
        spawnSync('dd', [`of=${file()}`, `bs=${page}`, 'seek=1', 'conv=notrunc'], { input: fd })
      },
      () => `The database ${file()} is damaged. Restore it from a backup.`,
    ],
    [
      'with an invalid secret',
      () => writeFileSync(secret(), 'nonsense'),
      () =>
        `The secret in ${secret()} is damaged: it must be an even number of at least 32 hexadecimal digits. Restore it from a backup.`,
    ],
    [
      'without the secret of the database',
      () => rmSync(secret()),
      () =>
        `There is no secret in ${secret()} and in MILLWRIGHT_SECRET, but this database needs the one it was created with. Restore the file, or set MILLWRIGHT_SECRET.`,
    ],
  ])('%s', async (_, damage, sentence) => {
    expect(await start()).toEqual([])
    damage()
    const before = readdirSync(folder).toSorted()
    await expect(start()).rejects.toThrow(sentence())
    expect(readdirSync(folder).toSorted()).toEqual(before)
  })

  test('in a folder whose path is a file', async () => {
    writeFileSync(join(folder, 'data'), '')
    const dataFolder = join(folder, 'data')
    await expect(start({ dataFolder })).rejects.toThrow(
      `The data folder ${dataFolder} cannot be written: there is a file of that name. Name another with MILLWRIGHT_DATA or --data.`,
    )
  })

  test('in a folder that is read-only', async (context) => {
    const dataFolder = join(folder, 'fixed')
    mkdirSync(dataFolder)
    const mount = (...args: string[]) => spawnSync('mount', args, { stdio: 'ignore' }).status === 0
    if (!mount('-t', 'tmpfs', '-o', 'ro', 'tmpfs', dataFolder)) return context.skip()
    onTestFinished(() => void spawnSync('umount', ['--lazy', dataFolder]))
    await expect(start({ dataFolder })).rejects.toThrow('cannot be written: the file system is read-only.')
  })
})

describe('a start warns', () => {
  test('about a secret that other users can read', async () => {
    expect(await start()).toEqual([])
    chmodSync(secret(), 0o644)
    expect(await start()).toEqual([
      `Warning: The secret ${secret()} can be read by other users of this machine. Run: chmod 600 ${secret()}`,
    ])
  })

  test('about a folder with a secret but no database', async () => {
    expect(await start()).toEqual([])
    for (const name of readdirSync(folder)) if (name.startsWith('instance.')) rmSync(join(folder, name))
    expect(await start()).toEqual([
      `Warning: The data folder ${folder} has a secret, but no database: a new instance begins in it.`,
    ])
    expect(existsSync(file())).toBe(true)
  })
})

test('readiness reports that Redis is unreachable, while the node stays ready', async () => {
  const config = { ...readConfig({}), sampleData: false, dataFolder: folder, redisUrl: 'redis://127.0.0.1:9' }
  const app = await openApp(config, { passwords, log: (text) => expect.fail(text) })
  onTestFinished(() => app.close())
  expect(await app.readiness.report()).toEqual({
    ready: true,
    checks: { store: 'ok', version: 'ok', redis: 'Redis at 127.0.0.1:9 does not respond.' },
  })
})

test('a mistyped setting is reported with the closest match', () => {
  const env = {
    MILLWRIGHT_PORT: '1',
    MILLWRIGHT_PROT: '2',
    MILLWRIGHT_TOKEN_TLL: '3',
    MILLWRIGHT_COMPLETELY_UNKNOWN: '4',
    HOME: '5',
  }
  expect(unknownSettings(env)).toEqual([
    'There is no setting MILLWRIGHT_PROT; it is ignored. Did you mean MILLWRIGHT_PORT?',
    'There is no setting MILLWRIGHT_TOKEN_TLL; it is ignored. Did you mean MILLWRIGHT_TOKEN_TTL?',
    'There is no setting MILLWRIGHT_COMPLETELY_UNKNOWN; it is ignored.',
  ])
})
