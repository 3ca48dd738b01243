interface CellColumn {
  readonly typeName?: string
  readonly scale?: number
}

/** Converts the driver's value of a cell: integers exactly, decimals, dates and times as text. */
export function firebirdCell(column: CellColumn, next: () => unknown): unknown {
  const value = next()
  if (value instanceof Date) return printed(value, column.typeName ?? '')
  if (
    typeof value === 'string' &&
    !/CHAR|VARYING|TEXT|BLOB/i.test(column.typeName ?? '') &&
    /^-?\d+$/.test(value) &&
    (column.scale ?? 0) === 0
  ) {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : BigInt(value)
  }
  return value
}

/** The driver interprets values without a time zone in the local zone of this machine. */
function printed(value: Date, type: string): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const date = `${String(value.getFullYear()).padStart(4, '0')}-${two(value.getMonth() + 1)}-${two(value.getDate())}`
  const millis = value.getMilliseconds()
  const fraction = millis === 0 ? '' : `.${String(millis).padStart(3, '0')}`
  const clock = `${two(value.getHours())}:${two(value.getMinutes())}:${two(value.getSeconds())}${fraction}`
  if (/TIMESTAMP/i.test(type)) return `${date} ${clock}`
  return /TIME/i.test(type) ? clock : date
}
