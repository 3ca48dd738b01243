import { describe, expect, it, test } from 'vitest'
import { readSentBody } from './read-body.ts'
import { writeBody } from './write-body.ts'

const bounds = { values: 1_000_000, batch: 50_000 }

const people = {
  resource: [
    { id: 2, name: 'Ann "A" Lee', confirmed: true, phone: null, lookup_by_user_id: [{ name: 'k', value: "it's <b>" }] },
    { id: 3, name: 'Bo,\nBo', confirmed: false, phone: '1', lookup_by_user_id: [] },
  ],
}

describe('a response in CSV', () => {
  it('has a line of names and a line for each record', () => {
    expect(writeBody(people, 'csv')).toEqual({
      contentType: 'text/csv; charset=UTF-8',
      text: [
        'id,name,confirmed,phone,lookup_by_user_id',
        '2,"Ann ""A"" Lee",true,,"[{""name"":""k"",""value"":""it\'s <b>""}]"',
        '3,"Bo,\nBo",false,1,[]',
        '',
      ].join('\n'),
    })
  })

  it('has one line for a record, one column for plain values, and is empty for an empty list', () => {
    expect(writeBody({ id: 1, name: 'x' }, 'csv').text).toBe('id,name\n1,x\n')
    expect(writeBody({ resource: ['a', 'b'] }, 'csv').text).toBe('value\na\nb\n')
    expect(writeBody(5, 'csv').text).toBe('value\n5\n')
    expect(writeBody({ resource: [] }, 'csv').text).toBe('')
  })

  it('keeps outer white space, distinguishes an empty text from null, and has a line for each record', () => {
    expect(writeBody([{ a: ' x ', b: '', c: null }], 'csv').text).toBe('a,b,c\n" x ","",\n')
    expect(writeBody([{ a: null }, { a: '=1' }], 'csv').text).toBe('a\n""\n=1\n')
  })

  it('is parsed as it was written, except for empty values', async () => {
    const { payload } = await readSentBody(writeBody(people, 'csv').text, 'text/csv', bounds)
    expect(payload).toEqual({
      resource: [
        { id: '2', name: 'Ann "A" Lee', confirmed: 'true', lookup_by_user_id: people.resource[0]?.lookup_by_user_id },
        { id: '3', name: 'Bo,\nBo', confirmed: 'false', phone: '1', lookup_by_user_id: [] },
      ],
    })
  })
})

describe('a response in XML', () => {
  it('has one element for each member, inside a root element', () => {
    expect(writeBody(people, 'xml')).toEqual({
      contentType: 'application/xml',
      text: [
        '<?xml version="1.0" ?><dfapi>',
        '\t<resource>',
        '\t\t<id>2</id>',
        '\t\t<name>Ann &quot;A&quot; Lee</name>',
        '\t\t<confirmed>true</confirmed>',
        '\t\t<phone></phone>',
        '\t\t<lookup_by_user_id>',
        '\t\t\t<name>k</name>',
        '\t\t\t<value>it&#039;s &lt;b&gt;</value>',
        '\t\t</lookup_by_user_id>',
        '\t</resource>',
        '\t<resource>',
        '\t\t<id>3</id>',
        '\t\t<name>Bo,',
        'Bo</name>',
        '\t\t<confirmed>false</confirmed>',
        '\t\t<phone>1</phone>',
        '\t\t<lookup_by_user_id></lookup_by_user_id>',
        '\t</resource>',
        '</dfapi>',
        '',
      ].join('\n'),
    })
  })

  it('is well-formed whatever the names and texts are', async () => {
    const text = writeBody({ '1 <a>': 'x\u0001\u0008\ud800', list: [['a'], 'b'], n: 5 }, 'xml').text
    const { payload } = await readSentBody(text, 'application/xml', bounds)
    expect(payload).toEqual({ _1__a_: 'x\ufffd', list: [{ item: 'a' }, 'b'], n: '5' })
  })

  it('contains a plain value as text', () => {
    expect(writeBody('a & b', 'xml').text).toBe('<?xml version="1.0" ?><dfapi>a &amp; b</dfapi>\n')
  })
})

test.each(['xml', 'csv', 'json'] as const)('rejects a circular value in %s', (format) => {
  let deep = {}
  for (let level = 0; level < 200_000; level++) deep = { deep }
  expect(() => writeBody(deep, format)).toThrow(/nested too deeply, to be written as (XML|CSV|JSON)/)
})

describe('a response in JSON', () => {
  it('is the value', () => {
    expect(writeBody({ a: [1, null] }, 'json')).toEqual({ text: '{"a":[1,null]}', contentType: 'application/json' })
    expect(writeBody(undefined, 'json').text).toBe('null')
  })
})
