import { beforeAll, expect, it } from 'vitest'
import { fileCalls } from '../../../testing/file-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { zipOf } from '../../../testing/zip.ts'
import { workbookOf } from './suite/test-workbook.ts'

const instance = sharedInstance()
const { send, root: as, make, failures } = instance
const add = async (name: string, type: string, config: object) => {
  const body = { resource: [{ name, label: name, type, is_active: true, config }] }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as, body })
  expect(made.status).toBe(201)
  return made.body.resource[0].id
}
let shelf: number
let id: number
beforeAll(async () => {
  shelf = await add('shelf', 'local_file', { container: 'workbooks' })
  id = await add('sheets', 'excel', { storage_service_id: shelf, storage_container: '/office' })
})
const { put, folder } = fileCalls(instance, 'shelf')
beforeAll(() => folder('office'))
const get = <Body = { resource: object[]; meta?: object }>(path: string) => send<Body>('GET', `sheets/${path}`, { as })

const number = (cell: string, value: number | string, style = 0) => `<c r="${cell}" s="${style}"><v>${value}</v></c>`
const words = (cell: string, text: string) => `<c r="${cell}" t="inlineStr"><is><t>${text}</t></is></c>`
const stock = [
  `<row r="1"><c r="A1" t="s"><v>0</v></c>${words('B1', 'bought')}${words('C1', 'name')}${words('E1', 'sold')}</row>`,
  `<row r="2"><c r="A2" t="s"><v>1</v></c>${number('B2', 46_000, 1)}${number('C2', '1.5E3')}<c r="D2" t="b"><v>1</v></c></row>`,
  `<row r="5">${words('A5', 'Bell')}${number('B5', 46_000.5, 2)}<c r="C5" t="str"><f>A1</f><v>text</v></c>${number('E5', 0.25, 3)}</row>`,
  '<row r="6"/>',
].join('')
beforeAll(async () => {
  await put('office/stock.xlsx', await workbookOf({ Stock: stock, 'Ä b': '' }))
  await put('office/notes.txt', 'x')
  await put('secret.xlsx', await workbookOf({ Secret: stock }))
})

it('rejects missing resources and all writes', async () => {
  for (const path of [
    '_spreadsheet/none.xlsx',
    '_spreadsheet/notes.txt',
    '_spreadsheet/..%2Fsecret.xlsx/Secret',
    '_other',
    '_spreadsheet/stock.xlsx/None',
    '_spreadsheet/stock.xlsx/Stock/x',
  ]) {
    expect([path, (await get(path)).status]).toEqual([path, 404])
  }
  for (const verb of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    expect((await send(verb, 'sheets/_spreadsheet', { as, body: {} })).status).toBe(400)
  }
  for (const query of ['limit=0', 'limit=x', 'offset=-1']) {
    expect((await get(`_spreadsheet/stock.xlsx/Stock?${query}`)).status).toBe(400)
  }
  const config = { storage_service_id: shelf, storage_container: '../x' }
  const body = { resource: [{ name: 'outside', label: 'x', type: 'excel', is_active: true, config }] }
  expect((await send('POST', 'system/service', { as, body })).status).toBe(400)
})

it('responds with 503 if its file service does not exist', async () => {
  await add('lost', 'excel', { storage_service_id: 99_999 })
  expect((await send('GET', 'lost/_spreadsheet', { as })).status).toBe(503)
})

it.each([
  ['no archive', () => Buffer.from('x'.repeat(1000)), 'format of Excel 2007'],
  ['an archive of something else', () => zipOf({ 'a.txt': 'a' }), "'xl/workbook.xml' is missing"],
  [
    'XML that ends early',
    () => workbookOf({ Stock: stock }, { 'xl/worksheets/sheet1.xml': '<worksheet><row' }),
    'damaged',
  ],
  [
    'entities of its own',
    () => workbookOf({ Stock: stock }, { 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><workbook>&b;</workbook>' }),
    'document type definition',
  ],
  [
    'a part that unpacks to very much',
    () => workbookOf({ Stock: stock }, { 'xl/workbook.xml': `<workbook>${' <a/>'.repeat(4_000_000)}</workbook>` }),
    'unpacked',
  ],
  [
    'a text without an end',
    () => workbookOf({ Stock: `<row>${words('A1', 'x'.repeat(6_000_000))}</row>` }),
    'too long',
  ],
  ['columns without an end', () => workbookOf({ Stock: `<row>${number('ZZZZ1', 1)}</row>` }), 'columns'],
  ['bytes that are no text', () => workbookOf({ Stock: stock }, { 'xl/worksheets/sheet1.xml': '\u0000' }), 'damaged'],
])('rejects %s with a reason', async (_, make, reason) => {
  await put('office/bad.xlsx', await make())
  const answer = await get('_spreadsheet/bad.xlsx/Stock')
  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer.body)).toContain(reason)
})

it('lists workbooks and their sheets', async () => {
  await put('office/~$stock.xlsx', 'lock')
  await send('DELETE', 'shelf/office/bad.xlsx', { as })
  expect(await get('_spreadsheet')).toMatchObject({
    body: { resource: [{ name: 'stock.xlsx', content_length: expect.any(Number) }] },
  })
  expect(await get('_spreadsheet/stock.xlsx')).toMatchObject({
    body: { resource: [{ name: 'Stock' }, { name: 'Ä b' }] },
  })
  expect((await get('_spreadsheet/stock.xlsx/%C3%84%20b')).body).toEqual({ resource: [] })
})

it('returns rows by their headers, with typed cells', async () => {
  expect((await get('_spreadsheet/stock.xlsx/Stock')).body).toEqual({
    resource: [
      { name: 'Bicycle & ', bought: '2025-12-09', name_2: 1500, sold: null, D: true },
      { name: 'Bell', bought: '2025-12-09 12:00:00', name_2: 'text', sold: '06:00:00' },
    ],
  })
})

it('numbers headers that repeat, and cuts very long ones', async () => {
  const long = 'x'.repeat(1000)
  const names = ['a', 'a_2', 'a', 'a', long, long]
  const cells = names.map((name, at) => words(`${'ABCDEF'[at]}1`, name)).join('')
  const sheet = `<row r="1">${cells}</row><row r="2">${words('A2', 'one')}${words('C2', 'three')}</row>`
  await put('office/headers.xlsx', await workbookOf({ Sheet: sheet }))
  const { body } = await get('_spreadsheet/headers.xlsx/Sheet')
  const cut = 'x'.repeat(255)
  expect(body.resource).toEqual([{ a: 'one', a_2: null, a_3: 'three', a_4: null, [cut]: null, [`${cut}_2`]: null }])
})

it('supports filtering of rows and columns', async () => {
  const rows = async (query: string) => (await get(`_spreadsheet/stock.xlsx/Stock?${query}`)).body
  expect(await rows('fields=name,bought&limit=1&include_count=true')).toEqual({
    resource: [{ name: 'Bicycle & ', bought: '2025-12-09' }],
    meta: { count: 2, next: 1 },
  })
  expect(await rows('offset=1&fields=name')).toEqual({ resource: [{ name: 'Bell' }] })
  expect(await rows('first_row_headers=false&fields=A')).toEqual({
    resource: [{ A: 'name' }, { A: 'Bicycle & ' }, { A: 'Bell' }],
  })
  expect((await rows('skip_empty_rows=false&fields=name')).resource).toEqual(
    ['Bicycle & ', null, null, 'Bell', null].map((name) => ({ name })),
  )
  const csv = await send<string>('GET', 'sheets/_spreadsheet/stock.xlsx/Stock?fields=name', {
    as,
    headers: { accept: 'text/csv' },
  })
  expect(csv.body).toContain('Bell')
})

it('streams long sheets, and closes them when aborted', async () => {
  const rows = Array.from(
    { length: 200_000 },
    (_, at) => `<row>${number(`A${at + 1}`, at)}${words(`B${at + 1}`, `row ${at}`)}</row>`,
  )
  await put('office/long.xlsx', await workbookOf({ Long: rows.join('') }))
  const query = 'first_row_headers=false'
  const part = await get(`_spreadsheet/long.xlsx/Long?${query}&offset=150000&limit=2`)
  expect(part.body).toEqual({
    resource: [
      { A: 150_000, B: 'row 150000' },
      { A: 150_001, B: 'row 150001' },
    ],
    meta: { next: 150_002 },
  })
  const all = await get<{ resource: object[]; meta: object }>(
    `_spreadsheet/long.xlsx/Long?${query}&limit=1000000&include_count=true`,
  )
  expect([all.body.resource.length, all.body.meta]).toEqual([200_000, { count: 200_000 }])
})

it('can be permitted per workbook', async () => {
  const access = [{ service_id: id, component: '_spreadsheet/stock.xlsx/*', verbs: ['GET'] }] as const
  const { api_key: key } = await make.app({ role_id: (await make.role({ access })).id })
  expect((await send('GET', 'sheets/_spreadsheet/stock.xlsx/Stock', { key })).status).toBe(200)
  expect((await send('GET', 'sheets/_spreadsheet/long.xlsx/Long', { key })).status).toBe(401)
  const components = await send<{ resource: string[] }>('GET', 'sheets?as_access_list=true', { as })
  expect(components.body.resource).toContain('_spreadsheet/stock.xlsx/*')
  expect(failures).toEqual([])
})
