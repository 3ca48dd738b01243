import { parseExact } from '@millwright/contract/wire/exact-json'
import { expect, test } from 'vitest'
import { openTableFile, type TextPieces } from './table-file.ts'

const { signal } = new AbortController()
const pieces = (...texts: string[]): TextPieces =>
  async function* () {
    yield* texts
  }

async function all(name: string, ...texts: string[]) {
  const file = await openTableFile(name, pieces(...texts), signal)
  const rows = []
  for await (const some of file.rows(signal)) rows.push(...some)
  return {
    columns: file.columns,
    sample: file.sample.length,
    rows: rows.map(({ number, values }) => [number, ...values]),
  }
}

test.each([
  ['a.xlsx', 'x', 'Choose a file that ends with .csv or .json.'],
  ['a.csv', '', 'The file is empty.'],
  ['a.csv', 'a\n1\n"2\n3', 'This is not valid CSV at line 3: a quote is not closed.'],
  ['a.json', '{', 'This is not JSON.'],
  ['a.json', '[]', 'The file has no records.'],
  ['a.json', '[{"a":1},2]', 'Record 2 is not an object.'],
])('%s with %j is refused', async (name, text, problem) => {
  await expect(openTableFile(name, pieces(text), signal)).rejects.toThrow(problem)
})

test('CSV is read with whichever sign divides its head, over the ends of pieces', async () => {
  expect(await all('a.CSV', '\ufeffid;na', 'me\r\n1;"a;b"\r\n2', ';c\r\n')).toEqual({
    columns: ['id', 'name'],
    sample: 2,
    rows: [
      [1, '1', 'a;b'],
      [2, '2', 'c'],
    ],
  })
})

test('JSON gives the members of all its records, with their digits', async () => {
  expect(await all('a.json', '{"resource":[{"id":9223372036854775807},{"x":null}]}')).toEqual({
    columns: ['id', 'x'],
    sample: 2,
    rows: [
      [1, parseExact('9223372036854775807'), undefined],
      [2, undefined, null],
    ],
  })
})
