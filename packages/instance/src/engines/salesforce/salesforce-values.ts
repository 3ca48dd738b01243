import { typeWord } from '../column-type.ts'
import type { BoundValue } from '../statement.ts'

/** Converts a value of Salesforce's JSON to the value in a row. */
export function answeredValue(value: unknown, dbType: string): unknown {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  if (typeof value === 'number' && isDecimal(dbType)) return String(value)
  if (typeof value !== 'string') return value
  switch (typeWord(dbType)) {
    case 'datetime': {
      const moment = new Date(value)
      if (Number.isNaN(moment.getTime())) return value
      return moment
        .toISOString()
        .replace('T', ' ')
        .replace(/(?:\.000)?Z$/, '')
    }
    case 'time':
      return value.replace(/(?:\.000)?Z$/, '')
    default:
      return value
  }
}

/** Converts a value to Salesforce's JSON: numbers as such, dates and times with a zone. */
export function sentValue(value: BoundValue, dbType: string): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string') return value
  const word = typeWord(dbType)
  if (isDecimal(dbType) && /^[+-]?\d+(?:\.\d+)?$/.test(value)) return Number(value)
  if (word === 'datetime' && /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(value)) {
    const text = value.replace(' ', 'T')
    return /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`
  }
  return word === 'time' && !value.endsWith('Z') ? `${value}Z` : value
}

const isDecimal = (dbType: string): boolean => /^(?:double|currency|percent)\b/.test(dbType)
