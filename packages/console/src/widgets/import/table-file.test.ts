import { parseExact } from '@millwright/contract/wire/exact-json'
import { expect, test } from 'vitest'
import { formatOfName, formatOfText, openTableFile, type TableFormat, type TextPieces } from './table-file.ts'

const { signal } = new AbortController()
const pieces = (...texts: string[]): TextPieces =>
  async function* () {
    yield* texts
  }

async function all(format: TableFormat, ...texts: string[]) {
  const file = await openTableFile(format, pieces(...texts), signal)
  const rows = []
  for await (const some of file.rows(signal)) rows.push(...some)
  return {
    columns: file.columns,
    sample: file.sample.length,
    rows: rows.map(({ number, values }) => [number, ...values]),
  }
}

test.each([
  ['csv', '', 'The file is empty.'],
  ['csv', 'a\n1\n"2\n3', 'This is not valid CSV at line 3: a quote is not closed.'],
  ['json', '{', 'Not valid JSON.'],
  ['json', '[]', 'The file contains no records.'],
  ['json', '[{"a":1},2]', 'Record 2 is not an object.'],
  ['json', '[{"a":1}', 'Not valid JSON: the list is not closed.'],
  ['xml', '<people><resource></people>', 'This is not XML with a <resource> for each record.'],
  ['xml', '<people><person/></people>', 'This is not XML with a <resource> for each record.'],
] as const)('%s with %j is refused', async (format, text, problem) => {
  await expect(openTableFile(format, pieces(text), signal)).rejects.toThrow(problem)
})

test('CSV is read with whichever sign divides its head, over the ends of pieces', async () => {
  expect(await all('csv', '\ufeffid;na', 'me\r\n1;"a;b"\r\n2', ';c\r\n')).toEqual({
    columns: ['id', 'name'],
    sample: 2,
    rows: [
      [2, '1', 'a;b'],
      [3, '2', 'c'],
    ],
  })
})

test('JSON gives the members of all its records, with their digits', async () => {
  expect(await all('json', '{"resource":[{"id":9223372036854775807},{"x":null}]}')).toEqual({
    columns: ['id', 'x'],
    sample: 2,
    rows: [
      [1, parseExact('9223372036854775807'), undefined],
      [2, undefined, null],
    ],
  })
})

test('rows of CSV are told by the lines that they begin on', async () => {
  const { rows } = await all('csv', 'a,b\r\n1,"two\nlines"\r\n\r', '\n2,x\n3,', 'y')
  expect(rows.map(([line]) => line)).toEqual([2, 5, 6])
})

test('a list of JSON is cut wherever its pieces end', async () => {
  const text = '\ufeff {"resource" : [{"a":"],}","b":[1,{"c":"\\""}]}, {"a":"x"}], "meta": {"count": 2}}'
  expect((await all('json', ...text)).rows).toEqual((await all('json', text)).rows)
  expect((await all('json', text)).rows).toEqual([
    [1, '],}', [1, { c: '"' }]],
    [2, 'x', undefined],
  ])
  expect((await all('json', '{"a":1}')).rows).toEqual([[1, 1]])
})

test('XML gives records under any root, with lists and objects in them', async () => {
  const text =
    '<?xml version="1.0"?><any><resource><a>1</a><b><c>x</c></b><b><c>&amp;</c></b></resource><resource><a/></resource></any>'
  expect((await all('xml', text)).rows).toEqual([
    [1, '1', [{ c: 'x' }, { c: '&' }]],
    [2, '', undefined],
  ])
})

test('the format is what the name ends with, of a pasted text what it begins with', () => {
  expect(['a.CSV', 'a.b.json', 'x.Xml', 'x.tsv', 'x.xlsx', 'csv.', ''].map(formatOfName)).toEqual([
    'csv',
    'json',
    'xml',
    'csv',
    null,
    null,
    null,
  ])
  expect([' [{}]', '{"a":1}', '\n<r/>', 'a\tb'].map(formatOfText)).toEqual(['json', 'json', 'xml', 'csv'])
})
