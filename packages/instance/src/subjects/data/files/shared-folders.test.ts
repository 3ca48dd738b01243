import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testInstance } from '../../../testing/test-instance.ts'
import { examine } from '../../operation/operator/doctor.ts'
import { type SharedFolders, watchSharedFolders } from './shared-folders.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-shared-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function instanceOfNodes() {
  const instance = await testInstance({ engine: 'postgres' })
  const { store, kinds, config } = instance.parts
  const nodeOn = (dataFolder: string) => watchSharedFolders({ store, kinds, dataFolder })
  const doctorOn = async (dataFolder: string) =>
    (await examine({ ...config, dataFolder }, kinds)).find(({ name }) => name === 'shared files')
  return { ...instance, nodeOn, doctorOn }
}

/** Enough for nodes to see that others are running, and too few for one to take the place of others. */
async function lookByTurns(...nodes: readonly SharedFolders[]): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) for (const node of nodes) await node.look()
}

const differs = expect.stringContaining(
  "The folder 'storage' in the data folder of this node is not the one that other nodes use",
)

test('finds nodes whose folder is not the one of the others, until they have that one', async () => {
  const { nodeOn, doctorOn } = await instanceOfNodes()
  const shared = await newFolder()
  const own = await newFolder()
  const first = nodeOn(shared)
  const second = nodeOn(shared)
  const apart = nodeOn(own)

  await lookByTurns(first, second, apart)
  expect([first, second, apart].map(({ check }) => check.check())).toEqual([null, null, differs])
  expect(apart.check.needed).toBe(false)
  expect(await doctorOn(shared)).toMatchObject({ state: 'ok' })
  expect(await doctorOn(own)).toMatchObject({
    state: 'warning',
    note: expect.stringMatching(/The folder 'storage' .* is not the one that nodes used last: .*: 'files', 'logs'\./),
  })

  const folders = ['storage', 'databases']
  for (const each of folders) await rm(join(own, each), { recursive: true })
  expect(await doctorOn(own)).toMatchObject({ state: 'warning' })
  for (const each of folders) await symlink(join(shared, each), join(own, each))
  await lookByTurns(first, second, apart)
  expect(apart.check.check()).toBeNull()
  expect(await doctorOn(own)).toMatchObject({ state: 'ok' })
})

test('lets the folder move with the only node', async () => {
  const { nodeOn, doctorOn } = await instanceOfNodes()
  const moved = await newFolder()
  await lookByTurns(nodeOn(await newFolder()))
  expect(await doctorOn(moved)).toMatchObject({ state: 'warning' })
  const node = nodeOn(moved)
  for (let turn = 0; turn < 20; turn += 1) {
    await node.look()
    expect(node.check.check()).toBeNull()
  }
  expect(await doctorOn(moved)).toMatchObject({ state: 'ok' })
})

test('is about nothing else than what active services store in the data folder', async () => {
  const { nodeOn, parts, send, root } = await instanceOfNodes()
  const first = nodeOn(await newFolder())
  const apart = nodeOn(await newFolder())
  await parts.store.db
    .updateTable('service')
    .set({ is_active: 0 })
    .where('type', 'in', ['local_file', 'sqlite'])
    .execute()
  await lookByTurns(first, apart)
  expect(apart.check.check()).toBeNull()

  const config = { database: join(await newFolder(), 'shop.sqlite') }
  const service = { name: 'shop', label: 'Shop', type: 'sqlite', is_active: true, config }
  expect((await send('POST', 'system/service', { as: root, body: { resource: [service] } })).status).toBe(201)
  const third = nodeOn(await newFolder())
  const fourth = nodeOn(await newFolder())
  await lookByTurns(third, fourth)
  expect(fourth.check.check()).toBeNull()
  const inside = { ...service, name: 'stock', config: { database: 'stock.sqlite' } }
  expect((await send('POST', 'system/service', { as: root, body: { resource: [inside] } })).status).toBe(201)
  const fifth = nodeOn(await newFolder())
  const sixth = nodeOn(await newFolder())
  await lookByTurns(fifth, sixth)
  expect(sixth.check.check()).toMatch(/The folder 'databases' /)
})

test('reports a folder that cannot be used', async () => {
  const { nodeOn } = await instanceOfNodes()
  const folder = await newFolder()
  await writeFile(join(folder, 'storage'), 'a file')
  const node = nodeOn(folder)
  await node.look()
  expect(node.check.check()).toMatch(/^The folder 'storage' of this node cannot be used: E(EXIST|NOTDIR)/)
})

test('is a check and a metric of nodes that can be several, and leaves its mark out of backups and listings', async () => {
  const { server, parts, nodeOn, send, root } = await instanceOfNodes()
  await mkdir(join(parts.config.dataFolder, 'storage'), { recursive: true })
  await nodeOn(parts.config.dataFolder).look()
  expect(await readFile(join(parts.config.dataFolder, 'storage', '.millwright-folder'), 'utf8')).toMatch(
    /^[\da-f-]{36}$/,
  )
  expect(await send('GET', 'files/', { as: root })).toMatchObject({ status: 200, body: { resource: [] } })
  expect((await server.inject('/health/ready')).json().checks).toMatchObject({ files: 'ok' })
  const metrics = await server.inject('/metrics')
  expect(metrics.body).toContain('millwright_dependency_up{dependency="shared_files"} 1')

  const alone = await testInstance()
  expect((await alone.server.inject('/health/ready')).json().checks).not.toHaveProperty('files')
})
