import type { ConfigFolderPlan, ConfigFolderRefusal } from '@millwright/contract/wire/config'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bearer, createAccessToken } from '../../../testing/access-tokens.ts'
import { configCalls } from '../../../testing/config-calls.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { plainZipOf, zipOf } from '../../../testing/zip.ts'

const instance = sharedInstance()
const { send, server, root, parts } = instance
const { exported } = configCalls(instance)

interface Refusal {
  readonly error: { readonly message: string; readonly context: ConfigFolderRefusal | null }
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly fields?: Readonly<Record<string, string>>
  readonly manifest?: string
}

const placeholder = (what: string) => `$${`{${what}}`}`
const asRoot = () => ({ 'x-dreamfactory-session-token': root.token })

const flow = (count: number) => `x: [${'x,'.repeat(count)}]\n`

/** Sends a folder with these files besides its manifest. */
async function upload(
  query: string,
  files: Readonly<Record<string, string>> | Uint8Array<ArrayBuffer>,
  { headers = asRoot(), fields = {}, manifest = 'format: 1\n' }: Sent = {},
) {
  const archive = files instanceof Uint8Array ? files : await zipOf({ 'millwright.yaml': manifest, ...files })
  const form = new FormData()
  form.append('file', new File([archive], 'shop.zip'))
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const answer = await server.inject({
    method: 'POST',
    url: `/api/v2/system/config/folder${query}`,
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: answer.statusCode, body: answer.json<ConfigFolderPlan & Refusal>() }
}

describe('an uploaded folder is refused', () => {
  it.each<[string, Record<string, string>, Sent, string]>([
    ['without a manifest', { 'a.txt': 'x' }, { manifest: '' }, "millwright.yaml:1: 'format' must be 1"],
    ['of an older format', {}, { manifest: 'format: 0\n' }, "millwright.yaml:1: 'format' must be 1"],
    ['that is no YAML', { 'roles/A.yaml': 'a: [\n' }, {}, 'roles/A.yaml:2: This is not valid YAML'],
    [
      'with an unknown member',
      { 'roles/A.yaml': 'is_active: true\ndescripton: x\n' },
      {},
      "roles/A.yaml:2: There is no 'descripton'. Did you mean 'description'?",
    ],
    [
      'with a fault in its overlay',
      { 'overlays/production/roles/A.yaml': '- x\n' },
      { fields: { overlay: 'production' } },
      'overlays/production/roles/A.yaml:1: A record must have members',
    ],
    [
      'without the overlay',
      {},
      { fields: { overlay: 'nowhere' } },
      'overlays/nowhere: The folder has no such overlay.',
    ],
    ['with values that are none', {}, { fields: { values: '[]' } }, "'values' must be a JSON object"],
    [
      'that is no text',
      { 'roles/A.yaml': '\u0000' },
      {},
      'roles/A.yaml:1: The text has a character that cannot be stored.',
    ],
  ])('%s', async (_, files, sent, sentence) => {
    for (const query of ['?plan=true', '']) {
      const { status, body } = await upload(query, files, sent)
      expect({ status, message: body.error.message }).toEqual({
        status: 400,
        message: expect.stringContaining(sentence),
      })
    }
  })

  it.each<[string, Record<string, string>, string]>([
    ['of too many values', { 'roles/A.yaml': flow(60_000), 'roles/B.yaml': flow(60_000) }, 'B.yaml: Up to this file'],
    ['with a file that is too long', { 'roles/A.yaml': `#${'x'.repeat(2 ** 18)}` }, 'A.yaml: The file has more than'],
  ])('%s', async (_, files, sentence) => {
    const { status, body } = await upload('?plan=true', files)
    expect({ status, message: body.error.message }).toEqual({ status: 400, message: expect.stringContaining(sentence) })
  })

  it('of too many files', async () => {
    const files = Array.from({ length: 10_001 }, (_, at) => [`roles/${at}.yaml`, ''] as const)
    expect(await upload('?plan=true', plainZipOf(files))).toMatchObject({
      status: 400,
      body: { error: { message: 'The archive contains more than 10000 files.' } },
    })
  })

  it('with the first of very many unknown members, and of placeholders without a value', async () => {
    const names = Array.from({ length: 500 }, (_, at) => `odd${at}: 1\n`).join('')
    const unknown = await upload('?plan=true', { 'roles/A.yaml': names })
    expect(unknown.body.error.context?.problems).toHaveLength(20)
    const missing = await upload('?plan=true', { 'roles/A.yaml': `x: [${`"${placeholder('env:A')}",`.repeat(1_500)}]` })
    expect(missing.body.error.context?.missing).toHaveLength(1_000)
  })

  it('as an archive that is none, and for others than full administrators', async () => {
    const { status, body } = await upload('', new Uint8Array([1, 2, 3]))
    expect({ status, message: body.error.message }).toMatchObject({
      status: 400,
      message: expect.stringContaining('zip'),
    })
    expect(await send('POST', 'system/config/folder', { as: root, body: { file: 'x' } })).toMatchObject({ status: 400 })
    const { as, key } = await restrictedAdmin(instance, ['packages'])
    const headers = { 'x-dreamfactory-session-token': as.token, 'x-dreamfactory-api-key': key }
    expect(await upload('?plan=true', {}, { headers })).toMatchObject({ status: 403 })
    const plans = bearer(await createAccessToken(instance, root, ['config:plan']))
    expect(await upload('?plan=true', {}, plans)).toMatchObject({ status: 200 })
    expect(await upload('', {}, plans)).toMatchObject({ status: 403 })
  })

  it('with all placeholders that have no value, and never takes one of the instance', async () => {
    vi.stubEnv('MILLWRIGHT_TEST_SECRET', 'of the instance')
    onTestFinished(() => void vi.unstubAllEnvs())
    const lookups = `a:\n  value: ${placeholder('env:MILLWRIGHT_TEST_SECRET')}\nb:\n  value: ${placeholder('file:/etc/hostname')}\n`
    const { status, body } = await upload('?plan=true', { 'lookups.yaml': lookups, 'overlays/test/cors.yaml': '' })
    expect({ status, context: body.error.context }).toMatchObject({
      status: 400,
      context: {
        missing: [
          { source: 'env', name: 'MILLWRIGHT_TEST_SECRET', file: 'lookups.yaml', line: 2 },
          { source: 'file', name: '/etc/hostname', file: 'lookups.yaml', line: 4 },
        ],
        overlays: ['test'],
      },
    })
  })
})

it('is planned and applied like one of the program, within another folder too, with sent values and its own files', async () => {
  const files = {
    'shop/millwright.yaml': 'format: 1\nowner: shop\n',
    'shop/.git/config': 'x',
    'shop/notes.txt': 'from a file\n',
    'shop/roles/Uploaded.yaml': 'is_active: true\n',
    'shop/lookups.yaml': `a:\n  value: ${placeholder('env:A')}\nb:\n  value: ${placeholder('file:notes.txt')}\n`,
    'shop/overlays/production/roles/Uploaded.yaml': 'description: In production\n',
  }
  const archive = await zipOf(files)
  const fields = { overlay: 'production', values: JSON.stringify({ 'env:A': 'one' }) }
  const planned = await upload('?plan=true', archive, { fields })
  expect(planned).toMatchObject({ status: 200, body: { owner: 'shop', applied: false, overlays: ['production'] } })
  expect(planned.body.changes.map(({ action, name, file }) => `${action} ${name} ${file}`)).toEqual([
    'create Uploaded overlays/production/roles/Uploaded.yaml',
    'create a lookups.yaml',
    'create b lookups.yaml',
  ])
  const { plan } = planned.body
  const other = { ...fields, values: JSON.stringify({ 'env:A': 'another' }), plan }
  expect(await upload('', archive, { fields: other })).toMatchObject({ status: 409 })
  expect(await upload('', archive, { fields: { ...fields, plan } })).toMatchObject({
    status: 200,
    body: { applied: true },
  })
  expect(await exported('shop')).toMatchObject([
    { name: 'Uploaded', values: { description: 'In production' } },
    { name: 'a', values: { value: 'one' } },
    { name: 'b', values: { value: 'from a file' } },
  ])
})

it('tells of deletions how much they were used, and which take data out of reach', async () => {
  const services = 'label: Old\ntype: sqlite\nconfig:\n  database: old.sqlite\n'
  const owned = { manifest: 'format: 1\nowner: leaving\n' }
  const made = await upload('', { 'services/leaving.yaml': services, 'roles/Leaving.yaml': '' }, owned)
  expect(made).toMatchObject({ status: 200 })
  const { body } = await upload('?plan=true', {}, { ...owned, fields: { allow_destroy: 'true' } })
  expect(body.changes).toMatchObject([
    { action: 'delete', name: 'Leaving', requests_30d: 0 },
    { action: 'delete', name: 'leaving', requests_30d: 0, destroys: true },
  ])
  expect(body.changes[0]).not.toHaveProperty('destroys')
  await send('GET', 'leaving/_table', { as: root })
  const after = await upload('?plan=true', {}, { ...owned, fields: { allow_destroy: 'true' } })
  expect(after.body.changes[1]).toMatchObject({ name: 'leaving', requests_30d: 1 })
  expect(await upload('?plan=true', {}, owned)).toMatchObject({
    status: 409,
    body: { error: { context: { problems: [{ file: null, message: expect.stringContaining('out of reach') }] } } },
  })
  expect(await parts.store.db.selectFrom('service').select('id').where('name', '=', 'leaving').execute()).toHaveLength(
    1,
  )
})
