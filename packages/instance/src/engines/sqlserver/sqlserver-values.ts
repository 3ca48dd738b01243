/** What the driver answers for a column of this type, as rows have it: moments as the server would print them, big integers exact. */
export function sqlServerValue(value: unknown, type: string, scale: number | null | undefined): unknown {
  if (value instanceof Date) return printed(value, type, scale ?? 3)
  if (type === 'BigInt' || type === 'IntN') return typeof value === 'string' ? integer(value) : value
  return value
}

function integer(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/** `2020-01-02 03:04:05.1234567 +00:00`, of which a type has its part; the driver tells moments with a zone in UTC. */
function printed(value: Date, type: string, scale: number): string {
  const [date = '', clock = ''] = value.toISOString().replace('Z', '').split('T')
  const time = `${clock.slice(0, 8)}${fraction(value, type, scale)}`
  switch (type) {
    case 'Date':
      return date
    case 'Time':
      return time
    case 'SmallDateTime':
      return `${date} ${clock.slice(0, 8)}`
    case 'DateTimeOffset':
      return `${date} ${time} +00:00`
    default:
      return `${date} ${time}`
  }
}

/** Types of before 2008 have three digits, the later ones as many as they were declared with. */
function fraction(value: Date, type: string, scale: number): string {
  const beyond: unknown = Reflect.get(value, 'nanosecondsDelta')
  const ticks = Math.round((typeof beyond === 'number' ? beyond : 0) * 1e7)
  const digits = `${String(value.getUTCMilliseconds()).padStart(3, '0')}${String(ticks).padStart(4, '0')}`
  const wanted = /^(?:Time|DateTime2|DateTimeOffset)$/.test(type) ? scale : 3
  return wanted === 0 ? '' : `.${digits.slice(0, wanted)}`
}
