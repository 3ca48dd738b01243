import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sessionTokenHeader } from '@millwright/contract/headers'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { fileCalls } from '../../../../testing/file-calls.ts'
import { openTestInstance } from '../../../../testing/open-test-instance.ts'
import { createMigratedPlace, engines } from '../../../../testing/test-store.ts'
import { zipOf } from '../../../../testing/zip.ts'

const program = fileURLToPath(new URL('../../../../testing/run-node.ts', import.meta.url))
/** Enough for the process to be killed while it writes them. */
const many = 1200
const names = Array.from({ length: many }, (_, at) => `new/${String(at).padStart(4, '0')}.txt`)

const inAMinute = () => Date.now() + 61_000

const table = (name: string, ...more: object[]) => ({ name, field: [{ name: 'id', type: 'id' }, ...more] })
const shop = { name: 'shop', type: 'sqlite', is_active: true, config: { database: 'shop.sqlite' } }
let archive: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  archive = await zipOf({
    'package.json': {
      version: '0.1',
      service: {
        system: { service: ['shop'], role: ['clerk'] },
        shop: { _schema: ['goods'], _table: ['goods'] },
        db: { _schema: ['kept', 'made'], _table: ['made'] },
        files: ['kept.txt', ...names],
      },
    },
    'system/service.json': [shop],
    'system/role.json': [{ name: 'clerk', is_active: true }],
    'shop/_schema.json': [table('goods')],
    'shop/_table.json': [{ name: 'goods', record: [{ id: 1 }] }],
    'db/_schema.json': [table('kept', { name: 'extra', type: 'integer', is_unique: true }), table('made')],
    'db/_table.json': [{ name: 'made', record: [{ id: 1 }, { id: 2 }] }],
    'files/kept.txt': 'after',
    ...Object.fromEntries(names.map((name) => [`files/${name}`, 'x'])),
  })
})

it.each(engines)('undoes an import on %s once if its process is killed halfway', async (engine) => {
  const { dataFolder, databaseUrl, remove } = await createMigratedPlace(engine)
  onTestFinished(remove)
  const secret = '5a'.repeat(32)
  const open = (clock = Date.now) => openTestInstance({ clock, config: { dataFolder, databaseUrl, secret } })
  const state = async ({ send, root: as, ...instance }: Awaited<ReturnType<typeof open>>) => ({
    kept: (await send('GET', 'db/_schema/kept', { as })).body,
    made: (await send('GET', 'db/_schema/made', { as })).status,
    services: (await send('GET', 'system/service?fields=name', { as })).body,
    roles: (await send('GET', 'system/role?fields=name', { as })).body,
    files: await fileCalls({ send, root: as, ...instance }).names('?full_tree=true&'),
    file: (await send('GET', 'files/kept.txt', { as })).body,
  })

  const before = await open()
  await before.send('POST', 'db/_schema', { as: before.root, body: { resource: [table('kept')] } })
  await fileCalls(before).put('kept.txt', 'before')
  const untouched = await state(before)
  await before.close()

  const settings = { MILLWRIGHT_DATA: dataFolder, MILLWRIGHT_SECRET: secret }
  const env = { PATH: process.env.PATH, ...settings, ...(databaseUrl && { MILLWRIGHT_DATABASE_URL: databaseUrl }) }
  const node = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void node.kill('SIGKILL'))
  const [address] = await once(createInterface({ input: node.stdout }), 'line')
  const form = new FormData()
  form.append('files', new Blob([archive]), 'test.zip')
  const importing = fetch(`${address}/api/v2/system/package?overwrite=true`, {
    method: 'POST',
    headers: { [sessionTokenHeader]: before.root.token },
    body: form,
  }).then(
    ({ status }) => status,
    () => 'killed',
  )
  const stored = join(dataFolder, 'storage', 'files', 'new')
  await expect.poll(() => existsSync(stored) && readdirSync(stored).length > 20, { interval: 2 }).toBe(true)
  node.kill('SIGKILL')
  await once(node, 'exit')
  expect(await importing).toBe('killed')

  // On PostgreSQL, two other nodes look for it a minute after the last sign of life.
  const others = engine === 'sqlite' ? [open()] : [open(inAMinute), open(inAMinute)]
  const nodes = await Promise.all(others)
  for (const each of nodes) onTestFinished(each.close)
  const [after] = nodes
  if (after === undefined) throw new Error('No node')
  expect(await state(after)).not.toEqual(untouched)
  await Promise.all(nodes.map(({ server }) => server.listen({ host: '127.0.0.1', port: 0 })))
  await expect.poll(() => state(after)).toEqual(untouched)
  const reports = 'system/service_report?filter=service_name=shop&fields=action,user_email&order=id'
  expect((await after.send('GET', reports, { as: after.root })).body).toEqual({
    resource: [
      { action: 'Service created', user_email: after.root.email },
      { action: 'Service deleted', user_email: 'import' },
    ],
  })
  await expect.poll(() => readdirSync(join(dataFolder, 'imports'))).toEqual([])
})
