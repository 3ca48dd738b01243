import { expect, test } from 'vitest'
import type { ExportScope } from './export-source.ts'
import { writeExport } from './write-export.ts'

type Person = Readonly<Record<string, unknown>>

const shown = {
  fields: ['id', 'name', 'confirmed'],
  reading: {
    labels: ['ID', 'Display Name', 'Registration'],
    text: (record: Person, field: string) => (field === 'confirmed' ? 'Pending' : String(record[field])),
  },
}

async function written(format: 'csv' | 'json', columns: typeof shown | null, ...pages: readonly (readonly Person[])[]) {
  let text = ''
  const sink = {
    write: async (piece: string | Uint8Array) => {
      text += String(piece)
    },
    close: async () => undefined,
    abandon: async () => undefined,
  }
  const scope: ExportScope<Person> = {
    value: 'all',
    label: 'All',
    count: null,
    pages: async function* () {
      yield* pages
    },
  }
  const { signal } = new AbortController()
  await writeExport({ sink, scope, format, fields: null, shown: columns, signal, onProgress: () => undefined })
  return text
}

test('writes columns as displayed, with commas, quotes and line breaks, and neutralizes spreadsheet formulas', async () => {
  expect(await written('csv', shown, [{ id: 1, name: 'O"Neil, Ann\nB' }], [{ id: -4, name: '=1+1' }])).toBe(
    `ID,Display Name,Registration\n1,"O""Neil, Ann\nB",Pending\n-4,'=1+1,Pending\n`,
  )
})

test('writes wire values of the visible columns to JSON', async () => {
  expect(JSON.parse(await written('json', shown, [{ id: 1, confirmed: false, secret: 'x' }]))).toEqual({
    resource: [{ id: 1, name: null, confirmed: false }],
  })
})

test('takes all fields from the first records, and leaves stored values unchanged', async () => {
  expect(await written('csv', null, [{ a: '=1' }, { b: null }], [{ a: 2, c: 3 }])).toBe('a,b\n=1,\n,\n2,\n')
  expect(await written('csv', null)).toBe('id\n')
})
