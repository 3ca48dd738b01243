import { parseExact } from '@millwright/contract/wire/exact-json'
import { expect, test } from 'vitest'
import { type ExportFormat, recordWriter } from './write-export.ts'

const records = [
  { id: 1, name: 'Ada "the" first', big: parseExact('9223372036854775807'), none: null, empty: '' },
  { id: 2, name: 'two\nlines, <b>&', big: 0.1, none: null, empty: '' },
]
const fields = ['id', 'name', 'big', 'none', 'empty']

function written(format: ExportFormat, wanted = fields): string {
  const { start, piece, end } = recordWriter(format, wanted)
  return start + piece(records.slice(0, 1), 0) + piece(records.slice(1), 1) + end
}

test('writes CSV with all digits and necessary quotes, and distinguishes NULL from an empty text', () => {
  expect(written('csv')).toBe(
    'id,name,big,none,empty\n1,"Ada ""the"" first",9223372036854775807,,""\n2,"two\nlines, <b>&",0.1,,""\n',
  )
})

test('writes JSON as a list that can be parsed without losing digits', () => {
  expect(parseExact(written('json'))).toEqual({ resource: records })
})

test('escapes XML markup and omits characters that XML cannot contain', () => {
  expect(written('xml', ['name'])).toContain('<name>two\nlines, &lt;b&gt;&amp;</name>')
  expect(recordWriter('xml', ['1 a']).piece([{ '1 a': 'x\u0000y' }], 0)).toBe(
    '\t<resource><_1_a>xy</_1_a></resource>\n',
  )
})

test('repeats the XML element of a list, and nests objects', () => {
  const record = { roles: [{ id: 1 }, { id: 2, none: null }], config: { a: '<' }, empty: [] }
  expect(recordWriter('xml', Object.keys(record)).piece([record], 0)).toBe(
    '\t<resource><roles><id>1</id></roles><roles><id>2</id><none></none></roles><config><a>&lt;</a></config><empty></empty></resource>\n',
  )
})

test('writes a valid file without records', () => {
  const { start, end } = recordWriter('json', fields)
  expect(JSON.parse(start + end)).toEqual({ resource: [] })
})
