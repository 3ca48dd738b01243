/** A table with a field of each family, as a body for `_schema`. */
export const partTable = {
  name: 'part',
  field: [
    { name: 'id', type: 'id' },
    { name: 'no', type: 'integer', allow_null: true },
    { name: 'name', type: 'string', length: 40, allow_null: false },
    { name: 'qty', type: 'integer', allow_null: true },
    { name: 'price', type: 'decimal', precision: 12, scale: 2, allow_null: true },
    { name: 'ok', type: 'boolean', allow_null: true },
    { name: 'made', type: 'date', allow_null: true },
    { name: 'at', type: 'datetime', allow_null: true },
    { name: 'note', type: 'string', length: 200, allow_null: true },
  ],
} as const

/** Its texts contain characters with a meaning in SQL. */
export const bolt = {
  no: 1,
  name: 'bolt',
  qty: 5,
  price: 1.5,
  ok: true,
  made: '2024-02-29',
  at: '2024-02-29 10:20:30',
  note: `O'Neil "said" \\ 100% é😀 ; --`,
} as const

/** Records of the table. */
export const parts: readonly Readonly<Record<string, unknown>>[] = [
  bolt,
  { no: 2, name: 'nut', qty: null, price: 0.1, ok: false, made: '2024-03-01' },
  { no: 3, name: '50% off', qty: 7, price: '99.99', ok: true, made: null },
  { no: 4, name: 'gone' },
]
