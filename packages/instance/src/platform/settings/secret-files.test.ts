import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { unknownSettings, visibleSecrets, withSecretFiles } from './environment-settings.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'millwright-secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileWith(content: string): string {
  const file = join(folder, `secret-${content.length}`)
  writeFileSync(file, content)
  return file
}

test('rejects a file that cannot be read, and a value that is given twice', () => {
  const missing = join(folder, 'none')
  expect(() => withSecretFiles({ MILLWRIGHT_SECRET_FILE: missing })).toThrow(
    `The file ${missing} of MILLWRIGHT_SECRET_FILE cannot be read`,
  )
  const twice = { MILLWRIGHT_REDIS_URL: 'redis://one', MILLWRIGHT_REDIS_URL_FILE: fileWith('redis://two') }
  expect(() => withSecretFiles(twice)).toThrow(
    'Set either MILLWRIGHT_REDIS_URL or MILLWRIGHT_REDIS_URL_FILE, not both.',
  )
})

test('reads every secret setting from a file, without its last line break', () => {
  const env = withSecretFiles({
    MILLWRIGHT_SECRET_FILE: fileWith(`${'ab'.repeat(32)}\n`),
    MILLWRIGHT_DATABASE_URL_FILE: fileWith('postgres://millwright:password@host/name'),
    MILLWRIGHT_ADMIN_PASSWORD_FILE: fileWith('of the first one'),
    MILLWRIGHT_LICENSE_KEY_FILE: '',
  })
  expect(readConfig(env)).toMatchObject({
    secret: 'ab'.repeat(32),
    databaseUrl: 'postgres://millwright:password@host/name',
    firstAdmin: { password: 'of the first one' },
    license: { key: null },
  })
  expect(unknownSettings(env)).toEqual([])
  expect(unknownSettings({ MILLWRIGHT_PORT_FILE: 'x' })).toHaveLength(1)
})

test('warns of secrets on the command line, and of nothing else', () => {
  expect(visibleSecrets({ secret: 'ab', port: '1', demo: true })).toEqual([
    'Other users of this machine can see the value of --secret in the list of processes. Use MILLWRIGHT_SECRET or MILLWRIGHT_SECRET_FILE.',
  ])
})
