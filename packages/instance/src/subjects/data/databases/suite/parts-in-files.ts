import { csvLine } from '@millwright/contract/wire/csv'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { parts, partTable } from './parts.ts'

const names = partTable.field.map(({ name }) => name).filter((name) => name !== 'id')
const rows = parts.map((part) =>
  Object.fromEntries(names.map((name) => [name, name === 'price' ? priceOf(part) : (part[name] ?? null)])),
)

function priceOf({ price }: Readonly<Record<string, unknown>>): number | null {
  return price === undefined ? null : Number(price)
}

export async function partsAsCsv(): Promise<Uint8Array> {
  const cells = rows.map((row) => names.map((name) => (row[name] === null ? null : String(row[name]))))
  return Buffer.from([names, ...cells].map((line) => csvLine(line)).join(''))
}

export const partsAsJson = async (): Promise<Uint8Array> => Buffer.from(JSON.stringify(rows))

export const partsAsLines = async (): Promise<Uint8Array> =>
  Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))

const types = {
  no: 'INT32',
  name: 'STRING',
  qty: 'INT32',
  price: 'DOUBLE',
  ok: 'BOOLEAN',
  made: 'STRING',
  at: 'TIMESTAMP',
  note: 'STRING',
} as const

export async function partsAsParquet(): Promise<Uint8Array> {
  const columnData = (Object.keys(types) as (keyof typeof types)[]).map(
    (name): ColumnSource => ({
      name,
      type: types[name],
      data: rows.map((row) => {
        const value = row[name] ?? null
        return types[name] === 'TIMESTAMP' && value !== null ? new Date(`${String(value).replace(' ', 'T')}Z`) : value
      }),
      nullable: true,
    }),
  )
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}
