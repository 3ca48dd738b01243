import { type Row, rowShape } from '@millwright/connector/engine/rows'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import type { FieldPacket } from 'mysql2'

/** Converts the driver's arrays of values to rows, modifying the arrays. */
export type ToRows = (found: unknown[][]) => DatabaseRow[]

export function rowReader(fields: readonly FieldPacket[]): ToRows {
  const toRow: (values: ArrayLike<unknown>) => Row = rowShape(fields.map(({ name }) => name))
  const changes = fields.flatMap((field, index) => {
    const change = changeByType[field.columnType ?? -1]
    return change === undefined ? [] : [{ index, change }]
  })
  if (changes.length === 0) return (found) => found.map(toRow)
  return (found) =>
    found.map((values) => {
      for (const { index, change } of changes) {
        const value = values[index]
        if (value !== null) values[index] = change(value)
      }
      return toRow(values)
    })
}

const float = 4
const longlong = 8
const bit = 16
const geometry = 255

const changeByType: Readonly<Record<number, (value: unknown) => unknown>> = {
  [float]: shortFloat,
  // The driver returns integers that a double cannot represent as text.
  [longlong]: (value) => (typeof value === 'string' ? BigInt(value) : value),
  [bit]: (value) => (value instanceof Uint8Array ? bits(value) : value),
  [geometry]: (value) => JSON.stringify(value),
}

/** The shortest decimal with the same four-byte FLOAT value, as the server would print it. */
function shortFloat(value: unknown): unknown {
  if (typeof value !== 'number') return value
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

function bits(bytes: Uint8Array): number | bigint {
  const value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value
}
