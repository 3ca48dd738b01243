import { workbookOf } from '@millwright/instance/subjects/data/workbooks/suite/test-workbook'
import { plainZipOf, zipOf } from '@millwright/instance/testing/zip'
import { recordsOf } from '../harness/api.ts'
import type { RunningInstance } from '../harness/instance.ts'
import { type HeldFigures, holdNode, type SentBody } from './held-node.ts'

export interface ManyFigures extends HeldFigures {
  readonly services: number
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const json = (value: unknown): SentBody => ({ type: 'application/json', body: JSON.stringify(value) })
const bytes = (type: string, body: Uint8Array<ArrayBuffer>): SentBody => ({ type, body })

/** A form with an archive, as browsers send it. */
async function form(name: string, archive: Uint8Array<ArrayBuffer>, fields: object = {}): Promise<SentBody> {
  const data = new FormData()
  for (const [field, value] of Object.entries(fields)) data.append(field, String(value))
  data.append(name, new Blob([archive]), 'a.zip')
  const encoded = new Response(data)
  return {
    type: encoded.headers.get('content-type') ?? '',
    body: new Uint8Array(await encoded.arrayBuffer()),
  }
}

/** Makes an instance of so many services, and asks for everything that describes, lists, packs, unpacks or compares them at once. */
export async function askOfMany(instance: RunningInstance, services: number): Promise<ManyFigures> {
  const { send, call, figures } = await holdNode(instance)
  const create = async (path: string, resource: object[]) => recordsOf(await call('POST', path, { resource }))
  const service = (name: string, type: string, config: object) => ({ name, label: name, type, is_active: true, config })
  for (let from = 0; from < services; from += 100)
    await create(
      'system/service',
      numbers(100).map((at) => service(`many${from + at}`, 'rws', { base_url: `https://${from + at}.example.test` })),
    )
  const [shelf] = await create('system/service', [service('shelf', 'local_file', { container: 'shelf' })])
  await send('a folder', 'POST', 'shelf/data/')
  const on = { storage_service_id: shelf?.id, storage_container: 'data' }
  await create('system/service', [service('sheets', 'excel', on), service('tables', 'duckdb', on)])

  for (const path of ['api_docs?refresh=true', 'api_docs?openapi=3.1', 'system/event', 'system/event?as_list=true'])
    await send(`GET ${path}`, 'GET', path)
  for (const path of ['system/package', 'system/config', 'system/config/folder', 'system/service?limit=100000', ''])
    await send(`GET ${path}`, 'GET', path)
  await send('GET system/request_log', 'GET', 'system/request_log?limit=1000000')
  await send(
    'an export of everything',
    'POST',
    'system/package',
    json({ service: { system: { service: numbers(services).map((at) => `many${at}`) } } }),
  )

  const ids = numbers(10_000)
  const terms = numbers(100_000).map((at) => `id = ${at}`)
  for (const table of ['sample/_table/customer', 'system/service']) {
    await send(`10,000 ids of ${table}`, 'POST', `${table}?method=GET`, json({ ids, continue: true }))
    await send(`100,000 terms for ${table}`, 'POST', `${table}?method=GET`, json({ filter: terms.join(' or ') }))
    const records = ids.map((id) => ({ id, name: 'x' }))
    await send(`10,000 changes of ${table}`, 'PATCH', `${table}?continue=true`, json({ resource: records }))
  }

  const roles = numbers(9_999).map((at) => [`roles/many${at}.yaml`, 'is_active: true\n'] as const)
  const folder = plainZipOf([['millwright.yaml', 'format: 1\nowner: many\n'], ...roles])
  await send('a plan of 9,999 files', 'POST', 'system/config/folder?plan=true', await form('file', folder))
  const values = { is_active: true, access: [] }
  const records = numbers(20_000).map((at) => ({ type: 'role', name: `many${at}`, values }))
  const plan = { format: 1, owner: 'many', adopt: true, prune: false, records }
  await send('a plan of 20,000 records', 'POST', 'system/config?plan=true', json(plan))
  const deep = await zipOf({ 'millwright.yaml': 'format: 1\n', 'roles/deep.yaml': `a: ${'['.repeat(200_000)}` })
  await send('YAML of 200,000 levels', 'POST', 'system/config/folder?plan=true', await form('file', deep))

  const list = numbers(20_000).map((id) => ({ id, name: `packed${id}`, is_active: true }))
  const head = { version: '0.1', service: { system: { role: list.map(({ name }) => name) } } }
  const packed = await zipOf({ 'package.json': head, 'system/role.json': list })
  await send('a package of 20,000 roles', 'POST', 'system/package?plan=true', await form('files', packed))
  const bomb = await zipOf({ 'package.json': `{"version":"0.1","service":{}${' '.repeat(200_000_000)}}` })
  await send('a package that unpacks to 200 MB', 'POST', 'system/package?plan=true', await form('files', bomb))

  const entries = plainZipOf(numbers(5_000).map((at) => [`folder/${at}.txt`, ''] as const))
  await send('an archive of 5,000 files', 'POST', 'shelf/many/?extract=true', await form('files', entries))
  const zeros = await zipOf({ 'zeros.txt': new Uint8Array(500_000_000) })
  await send('an archive that unpacks to 500 MB', 'POST', 'shelf/zeros/?extract=true', await form('files', zeros))
  await send('many files as one archive', 'GET', 'shelf/many/?zip=true')
  await send('many files as one list', 'GET', 'shelf/?full_tree=true&as_list=true')
  await send('removing many files', 'DELETE', 'shelf/many/?force=true')

  const row = (at: number) =>
    `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c><c r="B${at + 1}"><v>1</v></c></row>`
  const book = await workbookOf({ Many: numbers(400_000).map(row).join('') })
  await send('the upload of a workbook', 'PUT', 'shelf/data/book.xlsx', bytes('application/octet-stream', book))
  await send('a workbook of 400,000 rows', 'GET', 'sheets/_spreadsheet/book.xlsx/Many')
  const lines = numbers(9_000_000 / 8).map((at) => `{"a":${at % 10}}`)
  await send('the upload of a list', 'PUT', 'shelf/data/list.json', {
    type: 'text/plain',
    body: `[${lines.join(',')}]`,
  })
  await send('a list of 1,000,000 records as a table', 'GET', 'tables/_table/list?limit=1&refresh=true')

  const [api] = await create('system/custom_api', [{ name: 'composed' }])
  const [sample] = recordsOf(await call('GET', 'system/service?filter=name%3Dsample&fields=id'))
  await create('system/custom_api_source', [{ api_id: api?.id, service_id: sample?.id }])
  const steps = numbers(25).map((at) => ({ id: `s${at}`, service: 'sample', resource: '_table/customer' }))
  const endpoint = { api_id: api?.id, method: 'GET', path: '/all', execution_plan: { steps } }
  await create('system/custom_api_endpoint', [endpoint])
  await call('PATCH', `system/custom_api/${String(api?.id)}`, { publish: true })
  await send('a custom API of 25 steps', 'GET', 'composed/all')
  return { ...figures(), services }
}
