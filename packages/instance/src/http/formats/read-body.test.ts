import { Problem } from '@millwright/contract/problem'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { turnsDuring } from '../../testing/turns.ts'
import { readSentBody } from './read-body.ts'

const read = (body: string | Uint8Array, type: string | undefined) =>
  readSentBody(body, type, { values: 1_000_000, batch: 50_000 })

async function refusal(body: string | Uint8Array, type?: string): Promise<string> {
  try {
    await read(body, type)
  } catch (error) {
    if (error instanceof Problem) return `${error.status} ${error.message}`
    throw error
  }
  return 'accepted'
}

const payload = async (body: string | Uint8Array, type?: string) => (await read(body, type)).payload

describe('an invalid body', () => {
  it.each([
    ['{"a":', 'application/json', 'not valid JSON'],
    ['a,b\n"x,2', 'text/csv', 'not valid CSV'],
    ['a,b\n1,x"y"', 'text/csv', 'not valid CSV at line 2: a quote stands inside a cell.'],
    ['a,b\n1,"x"y', 'text/csv', 'not valid CSV at line 2: something stands behind a closed quote.'],
    ['a,b\n1,2,3', 'text/csv', 'Record 1 of the CSV body has the wrong number of cells: 3 instead of 2.'],
    ['a,a\n1,2', 'text/csv', 'has the column "a" twice'],
    ['lookup_by_user_id\n"[{"', 'text/csv', 'The column "lookup_by_user_id" holds rows as JSON'],
    ['<a><b></a>', 'application/xml', 'not valid XML at line 1'],
    ['no xml', 'application/xml', 'XML'],
    ['<?xml version="1.0"?>', 'application/xml', 'XML'],
    ['<x><__proto__><a>1</a></__proto__></x>', 'text/xml', 'not valid XML'],
    ['<a>&nbsp;</a>', 'text/xml', 'uses "&nbsp;"'],
    ['<a>&#0;</a>', 'text/xml', 'uses "&#0;"'],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'text/xml', 'must not have a document type'],
    [`${'<a>'.repeat(150)}${'</a>'.repeat(150)}`, 'text/xml', 'nested deeper than 100 levels'],
    [`${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`, 'text/xml', 'nested deeper than 100 levels'],
    ['hello', 'text/markdown', 'neither JSON nor XML nor CSV'],
    ['hello', undefined, 'neither JSON nor XML nor CSV'],
    ['a\0b', undefined, 'NUL'],
  ])('%s as %s is rejected with a sentence', async (body, type, sentence) => {
    const answer = await refusal(body, type)
    expect(answer).toMatch(/^400 /)
    expect(answer).toContain(sentence)
  })

  it.each([
    ['a\n1\n2\n3\n4\n5', 'text/csv', 5],
    ['a,b,c\n1,2,3', 'text/csv', 4],
    ['a&'.repeat(1_000), 'application/x-www-form-urlencoded', 100],
    [`{${Array.from({ length: 1_001 }, (_, at) => `"${at}":1`)}}`, 'application/json', 5_000],
    [Array.from({ length: 1_001 }, (_, at) => at).join(), 'text/csv', 5_000],
    ['<r><a/><a/><a/></r>', 'application/xml', 20],
    ['<r>&amp;&amp;&amp;&amp;</r>', 'text/xml', 20],
    ['x,a_by_b\n1,"[1,2,3,4,5,6]"', 'text/csv', 5],
  ])('case %# is rejected before it is parsed, as it contains too many values', (body, type, most) => {
    const tooMany = { status: 413, message: expect.stringContaining('MILLWRIGHT_MAX_VALUES') }
    return expect(async () => readSentBody(body, type, { values: most, batch: 50_000 })).rejects.toMatchObject(tooMany)
  })

  it('in XML is rejected if it is long, as XML takes longest to read', async () => {
    expect(await refusal(`<a>${'x'.repeat(3_000_000)}</a>`, 'text/xml')).toMatch(/^413 .*at most 3000000 characters/)
  })

  it('in CSV is rejected at the first row that is too many', () => {
    const body = `a\n${'1\n'.repeat(4)}"never closed`
    const refused = expect(async () => readSentBody(body, 'text/csv', { values: 100, batch: 3 }))
    const message = 'One request may contain at most 3 records (MILLWRIGHT_MAX_BATCH). Send several requests.'
    return refused.rejects.toMatchObject({ status: 400, message })
  })

  it.each([
    ['application/xml', `<r>${'<a>1</a>'.repeat(9_000)}</r>`],
    ['text/csv', `a\n${'1\n'.repeat(5_000)}`],
  ])('in %s lets others run while it is read', async (type, body) => {
    expect(await turnsDuring(() => read(body, type))).toBeGreaterThan(1)
  })

  it('is rejected if it does not match its character set, or the character set is unknown', async () => {
    expect(await refusal(new Uint8Array([0x7b, 0xff]), 'application/json')).toBe(
      '400 The body is not valid UTF-8 text.',
    )
    expect(await refusal(new Uint8Array([0x7b]), 'application/json; charset=klingon')).toContain('415')
  })

  it('never causes other errors, whatever its bytes', async () => {
    const types = fc.constantFrom('application/json', 'text/csv', 'application/xml', 'text/plain', undefined)
    const pieces = fc.constantFrom('<a>', '</a>', '<![CDATA[', '<!--', '<?', '&', '"', ',', '\n', '{', '[', ']]>', "='")
    const noise = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(noise, types, async (body, type) => {
        expect(await refusal(body, type)).toMatch(/^(?:accepted|4)/)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a body', () => {
  it('without any text is undefined', async () => {
    expect(await read('  \n', 'application/json')).toEqual({ payload: undefined, format: 'none' })
    expect(await read(new Uint8Array(), undefined)).toEqual({ payload: undefined, format: 'none' })
  })

  it('in JSON is parsed synchronously, whatever parameters the media type has', () => {
    expect(read('{"a":[1]}', 'application/json; charset=utf-8')).toEqual({ payload: { a: [1] }, format: 'json' })
    expect(read('\uFEFF[1]', 'application/vnd.api+json')).toEqual({ payload: [1], format: 'json' })
  })

  it('in another character set is decoded', async () => {
    const body = new Uint8Array([0x6e, 0x0a, 0xe9])
    expect(await payload(body, 'text/csv; charset=iso-8859-1')).toEqual({ resource: [{ n: 'é' }] })
  })

  it('from a form has texts, the last of repeated names, and lists for names with brackets', () => {
    const body = 'email=a%40b.c&login=true&login=no&ids[]=1&ids[]=2&__proto__=x'
    expect(read(body, 'application/x-www-form-urlencoded')).toEqual({
      payload: { email: 'a@b.c', login: 'no', ids: ['1', '2'] },
      format: 'form',
    })
  })

  it('in CSV has a record for each line after the first, without its empty cells', async () => {
    const body = '\uFEFFname, email ,is_active,phone,note\r\n"Lee, Ann",a@b.c,false,null,\r\n\r\nBo,b@b.c,true\r\n'
    expect(await read(body, 'text/csv')).toEqual({
      payload: {
        resource: [
          { name: 'Lee, Ann', email: 'a@b.c', is_active: 'false', phone: 'null' },
          { name: 'Bo', email: 'b@b.c', is_active: 'true' },
        ],
      },
      format: 'csv',
    })
  })

  it('in CSV may contain related rows as JSON in a cell', async () => {
    const body = 'name,lookup_by_user_id\nAnn,"[{""name"":""k""}]"\n'
    expect(await payload(body, 'text/csv')).toEqual({
      resource: [{ name: 'Ann', lookup_by_user_id: [{ name: 'k' }] }],
    })
  })

  it('in CSV may have any line breaks, none at the end, and empty and quoted cells', async () => {
    const rows = [{ a: '1', b: 'x\n"y", z' }, { b: '2' }, { a: '3' }, { a: '4' }]
    expect(await payload('a,b\r1,"x\n""y"", z"\r\n"",2\n3,\n"4"', 'text/csv')).toEqual({ resource: rows })
    expect(await payload('a,b,\n', 'text/csv')).toEqual({ resource: [] })
  })

  it('in CSV cannot set a prototype', async () => {
    expect(await payload('__proto__,a\nx,1\n', 'text/csv')).toEqual({ resource: [{ a: '1' }] })
  })

  it.each([
    ['<?xml version="1.0"?><resources><resource><a>1</a></resource></resources>', { resource: [{ a: '1' }] }],
    ['<resource><a>1</a></resource>', { resource: [{ a: '1' }] }],
    ['<x><resource><a>1</a></resource><resource><a>2</a></resource></x>', { resource: [{ a: '1' }, { a: '2' }] }],
    ['<x><name>Ann</name><is_active>false</is_active><phone/></x>', { name: 'Ann', is_active: 'false' }],
    ['<x><!-- c --><name>a &amp; b&#233;<![CDATA[<c>]]></name></x>', { name: 'a & bé<c>' }],
    ['<x><l><n>1</n></l><l><n>2</n></l></x>', { l: [{ n: '1' }, { n: '2' }] }],
    ['<x><a b="2">1</a></x>', { a: '1' }],
  ])('in XML %s is parsed without its outer element', async (body, expected) => {
    expect(await read(body, 'application/xml')).toEqual({ payload: expected, format: 'xml' })
  })

  it('of an unknown type is parsed as what it looks like', async () => {
    expect((await read(' {"a":1}', undefined)).format).toBe('json')
    expect((await read('<x><a>1</a></x>', 'text/plain')).format).toBe('xml')
    expect(await read('hello, you\nthere', 'text/plain; charset=utf-8')).toEqual({
      payload: 'hello, you\nthere',
      format: 'none',
    })
    expect((await read('a,b\n1,2\n', 'application/octet-stream')).format).toBe('csv')
  })
})
