/** What a number that is formatted as a date represents. */
export type DateForm = 'date' | 'time' | 'both'

/** Built-in number formats by id (ECMA-376, 18.8.30). */
const usual: Readonly<Record<number, DateForm>> = {
  14: 'date',
  15: 'date',
  16: 'date',
  17: 'date',
  22: 'both',
  18: 'time',
  19: 'time',
  20: 'time',
  21: 'time',
  45: 'time',
  46: 'time',
  47: 'time',
  ...Object.fromEntries([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date' as const])),
}

const day = 86_400_000

/** Date forms of styles, by the ids of their formats; `own` are the formats of the workbook itself. */
export function dateForms(styles: readonly number[], own: ReadonlyMap<number, string>): (DateForm | null)[] {
  return styles.map((id) => {
    const code = own.get(id)
    return code === undefined ? (usual[id] ?? null) : formOf(code)
  })
}

function formOf(code: string): DateForm | null {
  const [first = ''] = code.split(';')
  // Removes literals, escapes, colors and conditions; [h] counts hours.
  const bare = first.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').toLowerCase()
  const hasDay = /[dy]|(?<!h.?)m{3,}/.test(bare)
  const hasTime = /h|s/.test(bare)
  if (hasDay) return hasTime ? 'both' : 'date'
  return hasTime ? 'time' : /^m+$/.test(bare) ? 'date' : null
}

/** Formats a number of days, such as `2026-03-01`, `12:30:00` or both. `null` for an invalid date. */
export function dateText(days: number, form: DateForm, isLate: boolean): string | null {
  // Excel treats 1900 as a leap year.
  const since = isLate ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const at = new Date(since + Math.round((days * day) / 1000) * 1000)
  if (!Number.isFinite(at.getTime()) || days < 0 || at.getUTCFullYear() > 9999) return null
  const text = at.toISOString()
  const date = text.slice(0, 10)
  const time = text.slice(11, 19)
  if (form === 'time' && days < 1) return time
  return form === 'date' && days === Math.floor(days) ? date : `${date} ${time}`
}
