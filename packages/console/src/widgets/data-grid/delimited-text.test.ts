import { expect, test } from 'vitest'
import { delimitedReader, printCell, readDelimited } from './delimited-text.ts'

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a\rb\r', [['a'], ['b']]],
  ['"a,b","say ""hi""","two\nlines"', [['a,b', 'say "hi"', 'two\nlines']]],
  ['5" pipe,x', [['5" pipe', 'x']]],
  [',\n', [['', '']]],
  ['a\n\n\nb', [['a'], ['b']]],
  ['""\nx', [[''], ['x']]],
  ['"never closed', [['never closed']]],
  ['', []],
])('reads %j', (text, rows) => {
  expect(readDelimited(text, ',')).toEqual(rows)
})

test('it does not matter where the pieces of a file begin', () => {
  const text = 'id,name\r\n1,"a ""quoted"", cell"\r\n2,"two\r\nlines"\r\n'
  for (let cut = 0; cut <= text.length; cut++) {
    const reader = delimitedReader(',')
    const rows = [...reader.read(text.slice(0, cut)), ...reader.read(text.slice(cut)), ...reader.end()]
    expect(rows, `cut at ${cut}`).toEqual(readDelimited(text, ','))
  }
})

test('what is written in cells is read again', () => {
  const cells = ['plain', '', 'tab\there', 'two\nlines', '"', 'a "b" c', '\r']
  expect(readDelimited(cells.map((cell) => printCell(cell, '\t')).join('\t'), '\t')).toEqual([cells])
})
