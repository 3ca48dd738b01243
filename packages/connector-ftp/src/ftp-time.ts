/** Parses a time of RFC 3659, `20260302100000` with or without a fraction, to milliseconds. Returns `null` if it is invalid. */
export function machineTime(text: string): number | null {
  const found = /^\s*(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(text)
  if (found === null) return null
  const [year = 0, month = 0, ...rest] = found.slice(1).map(Number)
  const [day, hour, minute, second] = rest
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const day = 24 * 60 * 60 * 1000

/**
 * Parses a time in a human-readable listing: `Mar 02 10:00` within the last twelve months, or `Mar 02 2025`. It is read as UTC,
 * since servers do not state their time zone. Returns `null` for other forms.
 */
export function listedTime(text: string, now: Date): number | null {
  const found = /^([a-z]{3})\s+(\d{1,2})\s+(?:(\d{4})|(\d{1,2}):(\d\d))$/i.exec(text.trim())
  const month = months.indexOf(found?.[1]?.toLowerCase() ?? '')
  if (found === null || month < 0) return null
  const [, , date, year, hour, minute] = found
  if (year !== undefined) return Date.UTC(Number(year), month, Number(date))
  const within = (in_year: number) => Date.UTC(in_year, month, Number(date), Number(hour), Number(minute))
  const thisYear = within(now.getUTCFullYear())
  return thisYear > now.getTime() + day ? within(now.getUTCFullYear() - 1) : thisYear
}
