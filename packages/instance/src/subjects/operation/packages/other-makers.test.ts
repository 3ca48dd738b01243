import { describe, expect, it } from 'vitest'
import { importedPackage } from '../../../testing/package-calls.ts'
import { testInstance } from '../../../testing/test-instance.ts'
import { zipOf } from '../../../testing/zip.ts'
import { folderArchive } from './packed-content.ts'

/** The entries that macOS adds to an archive. */
const macEntries = {
  '.DS_Store': 'Bud1',
  '__MACOSX/._description.json': 'resource fork',
  '__MACOSX/app/._index.html': 'resource fork',
  'app/.DS_Store': 'Bud1',
  'app/._index.html': 'resource fork',
}

const id = { name: 'id', type: 'id' }
const text = (name: string, length = 40) => ({ name, type: 'string', length, allow_null: true })
const contact = { name: 'contact', field: [id, text('first_name'), text('last_name'), text('nickname')] }
const toContact = { name: 'contact_id', type: 'reference', ref_table: 'contact', ref_field: 'id', allow_null: false }
const contactInfo = { name: 'contact_info', field: [id, toContact, text('phone')] }

/** An address book like those of sample apps: tables, their records, and an app without files. */
const addressBook = {
  'description.json': { name: 'Address Book', description: 'Keeps addresses.', type: 0, is_active: true },
  'schema.json': { service: [{ name: 'db', table: [contactInfo, contact] }] },
  'data.json': {
    service: [
      {
        name: 'db',
        table: [
          { name: 'contact', record: [{ id: 1, first_name: 'Jo', last_name: 'Reed', nickname: 'jo' }] },
          {
            name: 'contact_info',
            record: [
              { id: 1, contact_id: 1, phone: '5550100' },
              { id: 2, contact_id: 7, phone: '5550101' },
            ].slice(0, 1),
          },
        ],
      },
    ],
  },
}
const orphan = { id: 2, contact_id: 7, phone: '5550101' }
const other = {
  name: 'contact',
  field: [id, { name: 'first_name', type: 'integer', allow_null: true }, text('email', 80)],
}

async function place() {
  const instance = await testInstance({ config: { sampleData: true } })
  const { send, root: as } = instance
  const tables = async () =>
    (await send<{ resource: string[] }>('GET', 'db/_schema?as_list=true&refresh=true', { as })).body.resource
  const apps = async () => (await send('GET', 'system/app?count_only=true', { as })).body
  const app = async (parts: Parameters<typeof zipOf>[0], query = '') =>
    importedPackage(instance, await zipOf(parts), {}, query, 'book.dfpkg')
  return { ...instance, as, tables, apps, app }
}

describe('a foreign app package', () => {
  it('creates its tables on a new instance', async () => {
    const { app, send, as } = await place()
    expect(await app(addressBook)).toMatchObject({ status: 201, body: { success: true } })
    const related = 'contact_info?related=contact_by_contact_id'
    expect((await send('GET', `db/_table/${related}`, { as })).body).toMatchObject({
      resource: [{ phone: '5550100', contact_by_contact_id: { nickname: 'jo' } }],
    })
  })

  it('is rejected in one sentence, and changes nothing, if a table exists in another shape', async () => {
    const { app, send, as, tables, apps } = await place()
    await send('POST', 'db/_schema', { as, body: { resource: [other] } })
    const before = await apps()
    const { status, body } = await app(addressBook)
    expect([status, body]).toMatchObject([
      400,
      {
        error: {
          context: null,
          message:
            "The table 'contact' exists in db with another structure: it has no 'last_name' and 'nickname', its 'first_name' is a number, not a text. Nothing was imported; import with 'continue=true' to skip the table.",
        },
      },
    ])
    expect([await tables(), await apps()]).toEqual([['contact'], before])
  })

  it('is imported without the parts that fail, on request', async () => {
    const { app, send, as, tables } = await place()
    await send('POST', 'db/_schema', { as, body: { resource: [other] } })
    await send('POST', 'db/_table/contact', { as, body: { resource: [{ id: 1, email: 'jo@example.test' }] } })
    const odd = { name: 'odd', field: [{ name: 'id', type: 'nonsense' }] }
    const infos = { name: 'contact_info', record: [{ id: 1, contact_id: 1, phone: '5550100' }, orphan] }
    const { status, body } = await app(
      {
        ...addressBook,
        'services.json': { service: [{ name: 'files', type: 'sqlite' }] },
        'schema.json': {
          service: [
            { name: 'db', table: [contact, odd, contactInfo] },
            { name: 'gone', table: [odd] },
          ],
        },
        'data.json': { service: [{ name: 'db', table: [{ name: 'contact', record: [{ id: 2 }] }, infos] }] },
      },
      '?continue=true',
    )
    expect([status, body.success, body.log.error]).toEqual([
      201,
      true,
      [
        expect.stringContaining("service 'files' was refused"),
        expect.stringMatching(/^The table 'contact' exists in db with another structure: .* It is skipped\.$/),
        expect.stringContaining('The table odd'),
        expect.stringMatching(/^1 of 2 records of db\/contact_info were refused, the first of them: .*contact_id/),
        "There is no service 'gone': none of it is imported.",
      ],
    ])
    expect(await tables()).toEqual(['contact', 'contact_info'])
    expect((await send('GET', 'db/_table/contact_info', { as })).body).toMatchObject({
      resource: [{ phone: '5550100' }],
    })
    expect((await send('GET', 'system/app?filter=name="Address Book"&count_only=true', { as })).body).toBe(1)
  })

  it('is rejected with one sentence about the invalid record', async () => {
    const { app, tables } = await place()
    const infos = { name: 'contact_info', record: [{ id: 1, contact_id: 1, phone: '5550100' }, orphan] }
    const refused = await app({ ...addressBook, 'data.json': { service: [{ name: 'db', table: [infos] }] } })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: { message: expect.stringMatching(/^A record of db\/contact_info was refused: Field 'contact_id'/) },
      },
    })
    expect(await tables()).toEqual([])
  })

  it('is imported without the entries of macOS', async () => {
    const { app, send, as } = await place()
    const described = { name: 'Mac', type: 1, path: 'app/index.html' }
    const packed = { ...macEntries, 'description.json': described, 'app/index.html': '<p>hello' }
    expect(await app(packed)).toMatchObject({ status: 201, body: { log: { warning: [] } } })
    const list = await send('GET', 'files/Mac/?as_list=true&full_tree=true&include_hidden=true', { as })
    expect(list.body).toEqual({ resource: ['Mac/app/', 'Mac/app/index.html'] })
  })

  it('may contain files for an app that stores none: they are ignored, which the response reports', async () => {
    const { app, send, as } = await place()
    const packed = { ...macEntries, ...addressBook, 'readme.md': '# Read me', 'src/main.swift': 'print(1)' }
    const sentence = '2 files of the package were ignored: an app of this type has no files.'
    expect(await app(packed)).toMatchObject({ status: 201, body: { log: { warning: [sentence], error: [] } } })
    const form = new FormData()
    const again = { ...packed, 'description.json': { name: 'Again', type: 0 } }
    form.append('file', new Blob([await zipOf(again)]), 'book.dfpkg')
    const encoded = new Response(form)
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    const bytes = new Uint8Array(await encoded.arrayBuffer())
    const alone = await send('POST', 'system/app', { as, headers, body: bytes })
    expect(alone).toMatchObject({ status: 200, body: { name: 'Again', log: { warning: [sentence] } } })
  })
})

describe('a foreign package', () => {
  const manifest = (service: object) => ({ 'package.json': { version: '0.1', df_version: '4.2', service } })
  const tables = { ...manifest({ db: { _schema: ['contact'], _table: ['contact'] } }) }

  it('is imported without the entries of macOS, also within nested archives', async () => {
    const instance = await testInstance()
    const folder = await zipOf({ ...macEntries, 'app/index.html': '<p>hello' })
    const archive = await zipOf({
      ...macEntries,
      ...manifest({ files: ['site/', 'a.txt', '.DS_Store', 'site/._a'] }),
      'files/a.txt': 'a',
      [folderArchive('files', 'site/')]: folder,
    })
    const answer = await importedPackage(instance, archive)
    expect(answer).toMatchObject({ status: 201, body: { success: true } })
    const list = await instance.send('GET', 'files/?as_list=true&full_tree=true', { as: instance.root })
    expect(list.body).toEqual({ resource: ['a.txt', 'site/', 'site/app/', 'site/app/index.html'] })
  })

  it('is rejected if a table exists in another shape, which its plan reports, and imported without it on request', async () => {
    const instance = await testInstance()
    const { send, root: as } = instance
    await send('POST', 'db/_schema', { as, body: { resource: [other] } })
    const archive = await zipOf({
      ...manifest({
        system: { lookup: ['colour'] },
        db: { _schema: ['contact', 'contact_info'], _table: ['contact', 'contact_info'] },
      }),
      'system/lookup.json': [{ id: 1, name: 'colour', value: 'red' }],
      'db/_schema.json': [contact, { ...contactInfo, field: [id, text('phone')] }],
      'db/_table.json': [
        { name: 'contact', record: [{ id: 1, first_name: 'Jo' }] },
        { name: 'contact_info', record: [{ id: 1, phone: '5550100' }] },
      ],
    })
    const sentence = expect.stringMatching(/^The table 'contact' exists in db with another structure: it has no/)
    const plan = await importedPackage(instance, archive, {}, '?plan=true')
    expect(plan).toMatchObject({ status: 200, body: { warnings: [sentence] } })
    expect(await importedPackage(instance, archive)).toMatchObject({
      status: 400,
      body: { error: { message: sentence } },
    })
    expect((await send('GET', 'system/lookup?count_only=true', { as })).body).toBe(0)
    expect((await send('GET', 'db/_schema?as_list=true', { as })).body).toEqual({ resource: ['contact'] })

    const answer = await importedPackage(instance, archive, { continue: 'true' })
    expect(answer).toMatchObject({ status: 201, body: { success: true, log: { error: [sentence] } } })
    expect((await send('GET', 'db/_table/contact_info', { as })).body).toEqual({
      resource: [{ id: 1, phone: '5550100' }],
    })
    expect((await send('GET', 'db/_table/contact', { as })).body).toEqual({ resource: [] })
    expect((await send('GET', 'system/lookup?count_only=true', { as })).body).toBe(1)
  })

  it('leaves a table unchanged that has more fields than its own', async () => {
    const instance = await testInstance()
    const { send, root: as } = instance
    const wider = { name: 'contact', field: [...contact.field, text('email'), { name: 'age', type: 'integer' }] }
    await send('POST', 'db/_schema', { as, body: { resource: [wider] } })
    const parts = { 'db/_schema.json': [contact], 'db/_table.json': [{ name: 'contact', record: [{ id: 1 }] }] }
    const { status, body } = await importedPackage(instance, await zipOf({ ...tables, ...parts }))
    expect([status, body]).toMatchObject([200, { success: false, log: { warning: [], error: [] } }])
  })

  const lies: readonly [string, Record<string, object | string>, string | null][] = [
    ['a table that it does not hold', tables, 'The package contains no db/_schema.json.'],
    [
      'records that it does not hold',
      { ...tables, 'db/_schema.json': [contact] },
      'The package contains no db/_table.json.',
    ],
    ['a file that it does not hold', manifest({ files: ['a.txt'] }), 'The package contains no files/a.txt.'],
    ['a folder that it does not hold', manifest({ files: ['a/'] }), 'The package contains no files/a/'],
    ['a file that leads out', manifest({ files: ['../../a.txt'] }), 'an invalid path'],
    ['files that are none', manifest({ files: [{ path: 'a.txt' }] }), 'an invalid path'],
    ['files of a database', manifest({ db: ['a.txt'] }), 'The package contains no db/a.txt.'],
    [
      'tables of a file service',
      { ...manifest({ files: { _schema: ['contact'] } }), 'files/_schema.json': [contact] },
      'of another type in the package',
    ],
    ['records of a type that it does not hold', manifest({ system: { role: ['clerk'] } }), 'system/role.json'],
    ['no parts at all', { 'package.json': { version: '0.1' } }, 'does not list its contents'],
    ['parts that are none', manifest({ db: 5 }), null],
    ['records that are none', { ...tables, 'db/_schema.json': [contact], 'db/_table.json': 'null' }, 'not a list'],
  ]

  it.each(lies)('changes nothing if its manifest is wrong about %s', async (_, parts, reason) => {
    const instance = await testInstance()
    const { status, body } = await importedPackage<{ error?: { message: string } }>(instance, await zipOf(parts))
    expect([status, body.error?.message ?? null]).toEqual([
      reason === null ? 200 : 400,
      reason === null ? null : expect.stringContaining(reason),
    ])
    const list = await instance.send('GET', 'files/?as_list=true&full_tree=true', { as: instance.root })
    expect(list.body).toEqual({ resource: [] })
    expect((await instance.send('GET', 'db/_schema?as_list=true', { as: instance.root })).body).toEqual({
      resource: [],
    })
  })

  it('imports only what its manifest lists', async () => {
    const instance = await testInstance()
    const archive = await zipOf({
      ...manifest({ system: { lookup: ['colour'] } }),
      'system/lookup.json': [{ id: 1, name: 'colour', value: 'red' }],
      'system/admin.json': [{ id: 1, email: 'mallory@example.test', password: 'a long password' }],
      'files/evil.html': '<script>',
    })
    expect((await importedPackage(instance, archive)).status).toBe(201)
    const people = await instance.send('GET', 'system/admin?count_only=true', { as: instance.root })
    expect(people.body).toBe(1)
    expect((await instance.send('GET', '/files/evil.html')).status).toBe(404)
  })
})
