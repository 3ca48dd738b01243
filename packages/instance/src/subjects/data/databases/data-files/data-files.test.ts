import { parquetWriteBuffer } from 'hyparquet-writer'
import { beforeAll, expect, it } from 'vitest'
import { fileCalls } from '../../../../testing/file-calls.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { turnsDuring } from '../../../../testing/turns.ts'

const instance = sharedInstance()
const { send, root: as } = instance
const add = async (name: string, type: string, config: object) => {
  const body = { resource: [{ name, label: name, type, is_active: true, config }] }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as, body })
  expect(made.status).toBe(201)
  return made.body.resource[0].id
}
let shelf: number
beforeAll(async () => {
  shelf = await add('shelf', 'local_file', { container: 'data-files' })
  await add('data', 'duckdb', { storage_service_id: shelf, storage_container: '/in' })
})
const { put, folder } = fileCalls(instance, 'shelf')
beforeAll(() => folder('in'))
const get = (path: string) => send<{ resource: Record<string, unknown>[] }>('GET', `data/${path}`, { as })
const rows = async (table: string) => (await get(`_table/${table}?refresh=true`)).body.resource
const names = async () => {
  const { body } = await send<{ resource: string[] }>('GET', 'data/_schema?as_list=true&refresh=true', { as })
  return body.resource
}

it('omits files that cannot be read, and shows the others', async () => {
  await put('in/torn.parquet', 'PAR1 torn')
  await put('in/open.csv', 'a,b\n"never closed')
  await put('in/odd.json', '{"a":')
  await put('in/numbers.json', '[1,2]')
  await put('in/deep.json', `${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  await put('in/empty.csv', '')
  await put('in/notes.txt', 'x')
  await put('in/good.csv', 'a\n1\n')
  await put('outside.csv', 'a\n1\n')
  expect(await names()).toEqual(['good'])
  expect((await get('_table/outside')).status).toBe(404)
  expect((await get('_table/..%2Foutside')).status).toBe(404)
})

/** A Parquet file of one column, whose metadata declares other rows than it has. */
function lyingParquet(rows: number, declared: number): Buffer {
  const data = Array.from({ length: rows }, (_, at) => at)
  const file = Buffer.from(parquetWriteBuffer({ columnData: [{ name: 'a', data, type: 'INT32' }] }))
  const numberOf = (value: number) => {
    const bytes = [0x16]
    for (let rest = BigInt(value) * 2n; rest > 0n; rest >>= 7n)
      bytes.push(Number(rest & 127n) + (rest > 127n ? 128 : 0))
    return Buffer.from(bytes)
  }
  const start = file.length - 8 - file.readUInt32LE(file.length - 8)
  const end = file.length - 8
  const at = file.indexOf(numberOf(rows), start)
  const lied = Buffer.concat([
    file.subarray(start, at),
    numberOf(declared),
    file.subarray(at + numberOf(rows).length, end),
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(lied.length)
  return Buffer.concat([file.subarray(0, start), lied, size, Buffer.from('PAR1')])
}

it('reads no further than the rows that a file has, and no line of any length', async () => {
  await put('in/lies.parquet', lyingParquet(12_345, 2 ** 52))
  await put('in/line.jsonl', `{"a":1}\n{"a":"${'x'.repeat(9_000_000)}"}\n`)
  await put('in/lines.jsonl', '{"a":"ä"}\r\n\n{"a":2}')
  expect(await get('_table/lies?refresh=true')).toMatchObject({
    status: 400,
    body: { error: { message: "'in/lies.parquet' has fewer rows than it declares." } },
  })
  expect((await get('_table/line?refresh=true')).status).toBe(404)
  expect(await rows('lines')).toEqual([{ a: 'ä' }, { a: '2' }])
})

it('infers types from the content of files', async () => {
  await put(
    'in/types.csv',
    'Id,code,part,Part,when,is,,empty\n1,007,1.5,x,2024-01-02T03:04:05Z,TRUE,z,\n2,010,2,y,2024-01-02,false,,\n',
  )
  const described = await send<{ field: { name: string; type: string }[] }>('GET', 'data/_schema/types?refresh=true', {
    as,
  })
  expect(described.body.field.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'Id integer',
    'code text',
    'part double',
    'Part_2 text',
    'when datetime',
    'is boolean',
    'column7 text',
    'empty text',
  ])
  expect((await rows('types'))[0]).toEqual({
    Id: 1,
    code: '007',
    part: 1.5,
    Part_2: 'x',
    when: '2024-01-02 03:04:05Z',
    is: true,
    column7: 'z',
    empty: null,
  })
})

it('returns nested values as JSON text', async () => {
  await put('in/nested.jsonl', '{"a":{"b":[1,2]},"c":1}\n\n{"c":2.5,"d":"late"}\n')
  expect(await rows('nested')).toEqual([
    { a: '{"b":[1,2]}', c: 1, d: null },
    { a: null, c: 2.5, d: 'late' },
  ])
})

it('reads a file again after it has changed, and drops the table of a deleted one', async () => {
  await put('in/changing.csv', 'n\n1\n2\n')
  expect(await rows('changing')).toHaveLength(2)
  await put('in/changing.csv', 'n\n1\n2\n3\n')
  expect((await get('_table/changing')).body.resource).toHaveLength(3)
  expect((await send('DELETE', 'shelf/in/changing.csv', { as })).status).toBe(200)
  expect((await get('_table/changing?refresh=true')).status).toBe(404)
})

it('distinguishes files with the same name by their extension', async () => {
  await put('in/same.csv', 'a\n1\n')
  await put('in/same.json', '[{"a":2}]')
  expect(await names()).toEqual(expect.arrayContaining(['same.csv', 'same.json']))
  expect(await rows('same.json')).toEqual([{ a: 2 }])
})

it.each(['UNCOMPRESSED', 'SNAPPY'] as const)(
  'reads Parquet with %s compression, in several row groups',
  async (codec) => {
    const data = Array.from({ length: 12_000 }, (_, at) => (at % 7 === 0 ? null : BigInt(at)))
    const columnData = [{ name: 'n', type: 'INT64' as const, data, nullable: true }]
    const file = parquetWriteBuffer({ columnData, codec, rowGroupSize: 1_000 })
    await put(`in/${codec}.parquet`, Buffer.from(file))
    await get(`_schema/${codec}?refresh=true`)
    const counted = await send('GET', `data/_table/${codec}?count_only=true&filter=n is not null`, { as })
    expect(counted.body).toBe(data.filter((each) => each !== null).length)
    expect((await get(`_table/${codec}?filter=n>11998`)).body.resource).toEqual([{ n: 11_999 }])
  },
)

it('answers others while it copies the rows of a list', async () => {
  const count = 30_000
  await put('in/many.json', JSON.stringify(Array.from({ length: count }, (_, at) => ({ a: at }))))
  await get('_schema/many?refresh=true')
  const turns = await turnsDuring(async () => {
    expect((await get('_table/many?count_only=true')).body).toBe(count)
  })
  expect(turns).toBeGreaterThan(50)
})
