/** What the text of a column's type says, such as `decimal(10,2) unsigned`: the words in lower case, and the numbers in parentheses. */
export interface ColumnType {
  readonly base: string
  readonly sizes: readonly number[]
}

export function readColumnType(text: string): ColumnType {
  const lower = text.trim().toLowerCase()
  const found = /^([^(]*?)\s*\(([^)]*)\)\s*(.*)$/s.exec(lower)
  if (found === null) return { base: lower, sizes: [] }
  const [, before = '', inside = '', after = ''] = found
  const sizes = inside.split(',').map((size) => Number(size.trim()))
  return {
    base: `${before} ${after}`.trim(),
    sizes: sizes.every(Number.isInteger) && inside.trim() !== '' ? sizes : [],
  }
}

/** Sizes as a described column has them: characters or display width as `length`, places as `precision` and `scale`, those of seconds as `precision`. */
export interface ColumnSizes {
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
}

export function columnSizes({ base, sizes }: ColumnType): ColumnSizes {
  const [first = null, second = null] = sizes
  if (first === null) return { length: null, precision: null, scale: null }
  if (/time|interval/.test(base)) return { length: null, precision: first, scale: null }
  if (placed.test(base)) return { length: null, precision: first, scale: second ?? 0 }
  return { length: first, precision: null, scale: null }
}

const placed = /dec|numeric|number|money|float|double|real|percent/
