import type { CustomTypesConfig } from 'pg'

const number = (text: string) => Number(text)

/** Integers that a double does not hold stay exact. */
function integer(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/** `NaN` and `Infinity` are no numbers of JSON. */
function float(text: string): number | string {
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text.slice(2), 'hex')
}

const readers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  17: bytes,
  20: integer,
  21: number,
  23: number,
  26: number,
  700: float,
  701: float,
}

const asPrinted = (text: string) => text

/** Values as rows have them: numbers and bytes as such, everything else as the text that PostgreSQL prints. */
export const postgresTypes: CustomTypesConfig = {
  getTypeParser: (oid: number) => readers[oid] ?? asPrinted,
}
