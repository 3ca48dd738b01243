import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'

const { send, root: as } = sharedInstance()

async function imported(
  csv: string | Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
  file = 'a.csv',
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([csv]), file)
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const body = new Uint8Array(await encoded.arrayBuffer())
  return send<{ resource: string }>('POST', 'system/import', { as, headers, body })
}

const tables = async () =>
  (await send<{ resource: string[] }>('GET', 'db/_schema?as_list=true&refresh=true', { as })).body.resource

describe('a table imported from a file', () => {
  it.each<[string, string | Uint8Array<ArrayBuffer>, Readonly<Record<string, string>>, string?]>([
    ['is empty', '', {}],
    ['has a number for a column', 'a,2\n1,2\n', {}],
    ['has a column without a name', 'a,,b\n', {}],
    ['has a column twice', 'a,a\n', {}],
    ['has more cells than columns', 'a,b\n1,2\n1,2,3\n', {}],
    ['leaves a quote open', 'a,b\n"1,2\n', {}],
    ['is no text', new Uint8Array([0xff, 0xfe, 0x61]), {}],
    ['is of another format', 'a\n1\n', {}, 'a.json'],
    ['is for a name that cannot be one', 'a\n1\n', { resource: 'x'.repeat(300) }],
  ])('is rejected if the file %s', async (_, csv, fields, file) => {
    const before = await tables()
    expect((await imported(csv, fields, file)).status).toBe(400)
    expect(await tables()).toEqual(before)
  })

  it('is rejected for an unknown service, without a file, and on GET', async () => {
    expect((await imported('a\n1\n', { service: 'nowhere' })).status).toBe(404)
    expect((await send('POST', 'system/import', { as, body: {} })).status).toBe(400)
    expect((await send('GET', 'system/import', { as })).status).toBe(400)
  })

  it('contains all rows with long texts and empty cells, and is not created twice', async () => {
    const rows = Array.from({ length: 2500 }, (_, at) => `${at},"line ${at}\nand ""more""",`)
    const long = 'x'.repeat(400)
    const csv = `number,text,note\r\n${rows.join('\r\n')}\r\n7,short,${long}\r\n`
    expect(await imported(csv, { resource: 'lines' })).toMatchObject({
      status: 200,
      body: { resource: expect.stringMatching(/\/api\/v2\/db\/_table\/lines$/) },
    })
    const found = await send('GET', 'db/_table/lines?filter=number=7&order=note&include_count=true', { as })
    expect(found.body).toMatchObject({
      resource: [
        { number: '7', text: 'line 7\nand "more"', note: null },
        { number: '7', text: 'short', note: long },
      ],
    })
    expect((await send('GET', 'db/_table/lines?count_only=true', { as })).body).toBe(2501)
    expect((await imported('a\n1\n', { resource: 'lines' })).status).toBe(400)
  })

  it('is read in the form that spreadsheets write', async () => {
    const csv = Uint8Array.from('sep=;\r\nname;price\r\nZo\u00eb;1,5\r\n', (sign) => sign.charCodeAt(0))
    expect((await imported(csv, { resource: 'sheet' })).status).toBe(200)
    const { body } = await send('GET', 'db/_table/sheet?fields=name,price', { as })
    expect(body).toEqual({ resource: [{ name: 'Zoë', price: '1,5' }] })
  })

  it('is named after the current time if no name is given', async () => {
    const { body } = await imported('a\n1\n')
    expect(body.resource).toMatch(/\/db\/_table\/import_\d+$/)
  })
})
