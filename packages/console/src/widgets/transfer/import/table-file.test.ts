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
] as const)('rejects %s with %j', async (format, text, problem) => {
  await expect(openTableFile(format, pieces(text), signal)).rejects.toThrow(problem)
})

test('reads CSV with the delimiter of its header, across chunk boundaries', async () => {
  expect(await all('csv', '\ufeffid;na', 'me\r\n1;"a;b"\r\n2', ';c\r\n')).toEqual({
    columns: ['id', 'name'],
    sample: 2,
    rows: [
      [2, '1', 'a;b'],
      [3, '2', 'c'],
    ],
  })
})

test('reads CSV in the form that was recognized, or that someone tells', async () => {
  const german = 'sep=;\r\nname;price\r\n"a, b";1,5\r\n'
  const file = await openTableFile('csv', pieces(german), signal)
  expect(file).toMatchObject({
    columns: ['name', 'price'],
    form: { delimiter: ';', decimalComma: true, hasHeader: true },
    sample: [{ number: 3, values: ['a, b', '1,5'] }],
  })
  expect(await all('csv', '1|Ann\n2|B', 'en')).toEqual({
    columns: ['Column 1', 'Column 2'],
    sample: 2,
    rows: [
      [1, '1', 'Ann'],
      [2, '2', 'Ben'],
    ],
  })
  const told = { delimiter: ',', hasHeader: true, decimalComma: false } as const
  const other = await openTableFile('csv', pieces('1|Ann\n2|Ben'), signal, told)
  expect(other).toMatchObject({ columns: ['1|Ann'], form: told })
})

test('reads the members of all JSON records, with all digits', async () => {
  expect(await all('json', '{"resource":[{"id":9223372036854775807},{"x":null}]}')).toEqual({
    columns: ['id', 'x'],
    sample: 2,
    rows: [
      [1, parseExact('9223372036854775807'), undefined],
      [2, undefined, null],
    ],
  })
})

test('numbers CSV rows by the lines on which they start', async () => {
  const { rows } = await all('csv', 'a,b\r\n1,"two\nlines"\r\n\r', '\n2,x\n3,', 'y')
  expect(rows.map(([line]) => line)).toEqual([2, 5, 6])
})

test('splits a JSON list at any chunk boundaries', async () => {
  const text = '\ufeff {"resource" : [{"a":"],}","b":[1,{"c":"\\""}]}, {"a":"x"}], "meta": {"count": 2}}'
  expect((await all('json', ...text)).rows).toEqual((await all('json', text)).rows)
  expect((await all('json', text)).rows).toEqual([
    [1, '],}', [1, { c: '"' }]],
    [2, 'x', undefined],
  ])
  expect((await all('json', '{"a":1}')).rows).toEqual([[1, 1]])
})

test('reads XML records below any root, with lists and objects', async () => {
  const text =
    '<?xml version="1.0"?><any><resource><a>1</a><b><c>x</c></b><b><c>&amp;</c></b></resource><resource><a/></resource></any>'
  expect((await all('xml', text)).rows).toEqual([
    [1, '1', [{ c: 'x' }, { c: '&' }]],
    [2, '', undefined],
  ])
})

test('detects the format by the file name, or by the start of pasted text', () => {
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
