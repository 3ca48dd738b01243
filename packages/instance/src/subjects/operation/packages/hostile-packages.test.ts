import { describe, expect, it } from 'vitest'
import { importedPackage } from '../../../testing/package-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { zipOf } from '../../../testing/zip.ts'

const instance = sharedInstance()
const as = instance.root
const head = (service: object, more: object = {}) => ({ 'package.json': { version: '0.1', service, ...more } })
const clerk = { ...head({ system: { role: ['clerk'] } }), 'system/role.json': [{ id: 1, name: 'clerk' }] }
const roles = async () => (await instance.send('GET', 'system/role?fields=name', { as })).body
const secured = { password: 'secret one', encryptionStrength: 3 } as const

/** Replaces a text in the bytes by another one of the same length. */
function replaced(archive: Uint8Array<ArrayBuffer>, from: string, to: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(Buffer.from(archive).toString('latin1').replaceAll(from, to), 'latin1'))
}

describe('rejects a hostile package with the reason, and imports nothing of it:', () => {
  it.each<[string, () => Promise<Uint8Array<ArrayBuffer>>, string]>([
    [
      'with an absolute path',
      async () => replaced(await zipOf({ ...clerk, 'xetc/a': 'x' }), 'xetc/a', '/etc/a'),
      'forbidden name',
    ],
    [
      'with backslashes',
      async () => replaced(await zipOf({ ...clerk, 'xx-xa.txt': 'x' }), 'xx-xa.txt', '..\\\\a.txt'),
      'forbidden name',
    ],
    [
      'with a path back in the middle',
      async () => replaced(await zipOf({ ...clerk, 'a/xx/xx/b': 'x' }), 'a/xx/xx/b', 'a/../../b'),
      'forbidden name',
    ],
    [
      'with a name twice',
      async () => replaced(await zipOf({ ...clerk, 'a.txt': '1', 'b.txt': '2' }), 'b.txt', 'a.txt'),
      'twice',
    ],
    [
      'with a record twice',
      async () => zipOf({ ...clerk, 'system/role.json': [{ name: 'clerk' }, { name: 'clerk' }] }),
      'twice',
    ],
    [
      'with a link',
      async () => zipOf({ ...clerk, link: '/etc/passwd' }, { link: { externalFileAttributes: 0o120777 * 2 ** 16 } }),
      'link',
    ],
    [
      'whose content was changed',
      async () => replaced(await zipOf(clerk, { 'system/role.json': { level: 0 } }), '"clerk"}', '"boss!"}'),
      'not a readable',
    ],
    [
      'whose list of contents is endless',
      async () => zipOf({ 'package.json': `{"service":{}${' '.repeat(16 * 2 ** 20)}}` }),
      'package.json is larger than',
    ],
    [
      'whose list of contents has millions of values',
      async () => zipOf({ 'package.json': `{"service":{},"references":[${'[],'.repeat(1_000_000)}[]]}` }),
      'package.json contains more than 1000000 values',
    ],
    [
      'with a record of millions of values',
      async () => zipOf({ ...clerk, 'system/role.json': `[{"name":"clerk","a":[${'{},'.repeat(1_000_000)}{}]}]` }),
      'role.json contains more than 1000000 values',
    ],
    [
      'with an endless record',
      async () => zipOf({ ...clerk, 'system/role.json': `[{"name":"${'a'.repeat(17 * 2 ** 20)}"}]` }),
      'a record that is too long',
    ],
    [
      'whose tables are endless',
      async () =>
        zipOf({ ...head({ db: { _schema: ['a'] } }), 'db/_schema.json': `[{"name":"a"}${' '.repeat(2 ** 25)}]` }),
      '_schema.json is larger than',
    ],
    [
      'whose tables are none',
      async () => zipOf({ ...head({ db: { _schema: ['a'] } }), 'db/_schema.json': '[["a"]]' }),
      'not a list of records',
    ],
    ['whose lists are none', async () => zipOf({ ...clerk, 'system/role.json': { name: 'clerk' } }), 'not a list'],
    ['whose lists are cut off', async () => zipOf({ ...clerk, 'system/role.json': '[{"name": "clerk"}' }), 'not JSON'],
    ['whose lists hold what is no record', async () => zipOf({ ...clerk, 'system/role.json': [7] }), 'not a list'],
    [
      'whose lists are no UTF-8',
      async () => zipOf({ ...clerk, 'package.json': new Uint8Array([0xff, 0xfe, 0x7b]) }),
      'not JSON',
    ],
  ])('%s', async (_, made, reason) => {
    expect(await importedPackage(instance, await made())).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining(reason) } },
    })
    expect(await roles()).toEqual({ resource: [] })
  })

  it('truncated anywhere', async () => {
    const archive = await zipOf(clerk)
    for (let length = 1; length < archive.length; length += 23) {
      expect((await importedPackage(instance, archive.slice(0, length))).status).toBe(400)
    }
    expect(await roles()).toEqual({ resource: [] })
  })

  it.each([
    ['AES', secured],
    ['the old encryption', { password: 'secret one', zipCrypto: true }],
  ] as const)('with a wrong password, or damaged encrypted content, with %s', async (_, options) => {
    const archive = await zipOf(clerk, { 'package.json': options, 'system/role.json': options })
    const send = (password: string, sent = archive) => importedPackage(instance, sent, { password })
    for (const attempt of [await send('secret two'), await importedPackage(instance, archive)]) {
      expect(attempt).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringMatching(/password|encrypted|readable/) } },
      })
    }
    const damaged = archive.slice()
    damaged[70] = (damaged[70] ?? 0) ^ 0xff
    expect((await send('secret one', damaged)).status).toBe(400)
    expect(await roles()).toEqual({ resource: [] })
  })
})

it('imports what is known here from a package of a compatible server, and reports the rest', async () => {
  const foreign = await zipOf({
    ...head(
      { system: { service: ['far', 'near'], role: ['guest'], hologram: ['x'] }, far: { _schema: ['t'] } },
      { df_version: '9.9', extra: 1 },
    ),
    'system/hologram.json': [{ name: 'x' }],
    'system/service.json': [
      { id: 5, name: 'far', type: 'hologram_db', is_active: true, config: { host: 'x' }, wings: 2 },
      { id: 6, name: 'near', type: 'local_email', is_active: true, config: null, wings: 2 },
    ],
    'system/role.json': [
      {
        id: 4,
        name: 'guest',
        shoe_size: 44,
        role_service_access_by_role_id: [
          { service_id: 5, verb_mask: 1, hue: 'red' },
          { service_id: 6, verb_mask: 1, hue: 'red' },
        ],
      },
    ],
    'far/_schema.json': [{ name: 't', field: [{ name: 'id', type: 'id' }] }],
  })
  const plan = await importedPackage<{ warnings: string[] }>(instance, foreign, {}, '?plan=true')
  expect(plan.body.warnings.at(-1)).toBe(
    "role guest: there is no service 'far' for service_id; what refers to it is left out.",
  )
  const { status, body } = await importedPackage(instance, foreign)
  expect([status, body]).toEqual([201, expect.anything()])
  expect(body.log.warning).toEqual([
    expect.stringContaining('system/hologram'),
    expect.stringContaining("far is skipped: services of the type 'hologram_db'"),
    expect.stringContaining('The service far is unavailable'),
    expect.stringContaining("role guest: there is no service 'far'"),
  ])
  const related = 'related=role_service_access_by_role_id'
  const guest = await instance.send('GET', `system/role?filter=name=guest&${related}`, { as })
  expect(guest.body).toMatchObject({ resource: [{ role_service_access_by_role_id: [{ verb_mask: 1 }] }] })
})
