import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { forEachEngine } from '../../../testing/databases/for-each-engine.ts'
import { makeManyTables } from '../../../testing/databases/many-tables.ts'
import { makeWorkshop } from '../../../testing/databases/workshop.ts'
import { testInstance } from '../../../testing/test-instance.ts'
import { sharedServiceOn } from '../../data/databases/suite/service-on.ts'

const root = fileURLToPath(new URL('../../../../../..', import.meta.url))

/** Returns compile errors of a program with types generated from documents, by file name; empty if there are none. */
async function complaints(documents: Readonly<Record<string, unknown>>, program: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-types-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, document] of Object.entries(documents)) {
    const types = await openapiTypes(structuredClone(document) as OpenAPI3, { silent: true })
    await writeFile(join(folder, `${name}.ts`), astToString(types))
  }
  await writeFile(join(folder, 'program.ts'), program)
  await mkdir(join(folder, 'node_modules'))
  const client = dirname(dirname(fileURLToPath(import.meta.resolve('openapi-fetch'))))
  await symlink(client, join(folder, 'node_modules', 'openapi-fetch'))
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024', 'dom'],
    noUnusedLocals: false,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', folder], (_error, said, failed) => resolve(said + failed))
  })
}

const onTables = (version: string) => `
import createClient from 'openapi-fetch'
import type { components, paths } from './db${version}.ts'

const db = createClient<paths, 'application/json'>({ baseUrl: '/api/v2/db' })

export async function useTables(): Promise<void> {
  await db.POST('/_table/part', { body: { resource: [{ name: 'Bolt' }, { name: 'Nut', qty: 3, price: 1.5, code: null }] } })
  await db.POST('/_table/part', { body: { resource: [{ name: 'Nail', note_by_part_id: [{ text: 'long' }] }] } })
  // @ts-expect-error A part has to have a name.
  await db.POST('/_table/part', { body: { resource: [{ qty: 3 }] } })
  // @ts-expect-error A quantity is a number.
  await db.POST('/_table/part', { body: { resource: [{ name: 'Bolt', qty: 'three' }] } })
  await db.PATCH('/_table/part', { body: { resource: [{ id: 1, qty: 4 }] } })
  const one = { path: { id: '1' } }
  const changed = await db.PATCH('/_table/part/{id}', { params: one, body: { qty: 4 } })
  await db.PUT('/_table/part/{id}', { params: one, body: { code: null } })
  // @ts-expect-error A name is a text.
  await db.PATCH('/_table/part/{id}', { params: one, body: { name: 5 } })
  await db.DELETE('/_table/part/{id}', { params: one })
  await db.DELETE('/_table/part', { params: { query: { ids: ['1', '2'] } } })
  const id: number | undefined = changed.data?.id
  const { data } = await db.GET('/_table/part', { params: { query: { fields: ['id', 'name'], limit: 5, count_only: false } } })
  if (typeof data === 'object' && 'resource' in data) {
    for (const each of data.resource) if (typeof each === 'object' && each !== null) said(each.name?.length, each.price?.toFixed(2), id)
  }
  await db.POST('/_table/{table_name}', { params: { path: { table_name: 'part' } }, body: { resource: [{ anything: 1 }] } })
  await db.POST('/_schema', { body: { resource: [{ name: 'fresh', field: [{ name: 'id', type: 'id' }] }] } })
}

export function said(..._values: readonly (number | string | undefined)[]): void {}

export const part: components['schemas']['NewPart'] = { name: 'Bolt' }
`

forEachEngine('types generated from the document of a database', (on) => {
  const { instance, database } = sharedServiceOn(on)
  const { send, root: as } = instance
  beforeAll(async () => {
    await makeWorkshop({ database, engine: on.engine })
    await send('GET', 'db/_schema?refresh=true', { as })
  })

  it.for(['3.0', '3.1'])('compile in programs that create, update and delete: OpenAPI %s', async (version) => {
    const { body } = await send('GET', `api_docs/db?openapi=${version}`, { as })
    expect(await complaints({ [`db${version}`]: body }, onTables(version))).toBe('')
  })
})

const onManyTables = `
import createClient from 'openapi-fetch'
import type { paths } from './many.ts'

const db = createClient<paths, 'application/json'>({ baseUrl: '/api/v2/many' })

export async function useTables(): Promise<string | undefined> {
  await db.POST('/_table/sales_table_5', { body: { resource: [{ name: 'Bolt' }] } })
  await db.POST('/_table/sales_table_5', { body: { resource: [{ name: 'Nail', sales_table_6_by_up_id: [{ name: 'long' }] }] } })
  // @ts-expect-error A record has to have a name.
  await db.POST('/_table/sales_table_5', { body: { resource: [{ quantity: 3 }] } })
  await db.PATCH('/_table/sales_table_5', { body: { resource: [{ id: 1, quantity: 4 }] } })
  // @ts-expect-error A quantity is a number.
  await db.PATCH('/_table/sales_table_5/{id}', { params: { path: { id: '1' } }, body: { quantity: 'four' } })
  await db.PUT('/_table/{table_name}/{id}', { params: { path: { table_name: 'sales_table_5', id: '1' } }, body: { quantity: 4 } })
  const { data } = await db.GET('/_table/sales_table_5/{id}', { params: { path: { id: '1' }, query: { related: ['*'] } } })
  return data?.sales_table_4_by_up_id?.name ?? data?.name
}
`

it('types generated from the document of a database with many tables compile in programs', async () => {
  const { send, root: as } = await testInstance()
  const folder = await mkdtemp(join(tmpdir(), 'millwright-tables-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const database = join(folder, 'many.sqlite')
  makeManyTables(database, 501)
  const resource = [{ name: 'many', label: 'Many', type: 'sqlite', is_active: true, config: { database } }]
  await send('POST', 'system/service', { as, body: { resource } })
  for (const version of ['3.0', '3.1']) {
    const { body } = await send('GET', `api_docs/many?openapi=${version}`, { as })
    expect(await complaints({ many: body }, onManyTables)).toBe('')
  }
})

const onRecords = `
import createClient from 'openapi-fetch'
import type { paths as All } from './all.ts'
import type { paths as Email } from './email.ts'
import type { paths as Files } from './files.ts'
import type { paths as System } from './system.ts'
import type { paths as User } from './user.ts'

const system = createClient<System, 'application/json'>({ baseUrl: '/api/v2/system' })
const user = createClient<User, 'application/json'>({ baseUrl: '/api/v2/user' })
const files = createClient<Files>({ baseUrl: '/api/v2/files' })
const email = createClient<Email>({ baseUrl: '/api/v2/email' })
const all = createClient<All, 'application/json'>({ baseUrl: '/api/v2' })

export async function useRecords(): Promise<void> {
  await system.POST('/role', { body: { resource: [{ name: 'Clerk', role_service_access_by_role_id: [{ component: '*' }] }] } })
  // @ts-expect-error A role has to have a name.
  await system.POST('/role', { body: { resource: [{ description: 'Nameless' }] } })
  await system.POST('/app', { body: { resource: [{ name: 'shop', type: 0, role_id: null }] } })
  await system.POST('/service', { body: { resource: [{ name: 'shop', type: 'sqlite', config: { database: 'shop.sqlite' } }] } })
  await system.POST('/user', { body: { resource: [{ email: 'a@example.test' }] } })
  const one = { path: { id: 1 } }
  const { data } = await system.PATCH('/role/{id}', { params: one, body: { is_active: true } })
  const name: string | undefined = data?.name
  await system.DELETE('/role/{id}', { params: one })
  await system.DELETE('/role', { params: { query: { ids: ['1'] } } })
  const session = await user.POST('/session', { body: { email: 'a@example.test', password: 'secret of a' } })
  const token: string | null | undefined = session.data?.session_token
  await user.PUT('/profile', { body: { first_name: name ?? token ?? null } })
  await files.POST('/', { body: { resource: [{ name: 'docs', type: 'folder' }] } })
  await files.DELETE('/{file_path}', { params: { path: { file_path: 'a.txt' } } })
  await email.POST('/', { body: { to: 'a@example.test', subject: 'Hello', body_text: 'World' } })
  await all.POST('/system/role', { body: { resource: [{ name: 'Clerk' }] } })
}
`

it('types generated from documents of other services compile in programs', async () => {
  const { send, root: as } = await testInstance()
  const read = async (path: string) => (await send('GET', `api_docs${path}`, { as })).body
  const documents = {
    all: await read(''),
    system: await read('/system'),
    user: await read('/user'),
    files: await read('/files'),
    email: await read('/email'),
  }
  expect(await complaints(documents, onRecords)).toBe('')
})
