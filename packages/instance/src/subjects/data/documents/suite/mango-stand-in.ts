import { compareNumbers, isNumeric } from '@millwright/connector/documents/match-document'

export type MangoSelector = Readonly<Record<string, unknown>>

type Row = Record<string, unknown>

/** Whether a document fulfils a selector of CouchDB's queries. Throws for what CouchDB does not know. */
export function fulfils(row: Row, selector: MangoSelector): boolean {
  return Object.entries(selector).every(([name, condition]) => {
    if (name === '$and') return (condition as MangoSelector[]).every((each) => fulfils(row, each))
    if (name === '$or') return (condition as MangoSelector[]).some((each) => fulfils(row, each))
    if (name.startsWith('$')) throw new Error(`Invalid operator: ${name}`)
    const value = at(row, name.split('.'))
    return Object.entries(Object(condition)).every(([operator, operand]) => meets(value, operator, operand))
  })
}

/** Paths do not lead through lists. */
function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (within, name) =>
      typeof within === 'object' && within !== null && !Array.isArray(within) && Object.hasOwn(within, name)
        ? (within as Row)[name]
        : undefined,
    value,
  )
}

function meets(value: unknown, operator: string, operand: unknown): boolean {
  if (operator === '$exists') return (value !== undefined) === operand
  if (value === undefined) return false
  const less = lessThan(value, operand)
  const equal = !less && !lessThan(operand, value)
  switch (operator) {
    case '$eq':
      return equal
    case '$gt':
      return !less && !equal
    case '$gte':
      return !less
    case '$lt':
      return less
    case '$lte':
      return less || equal
    case '$in': {
      const values = Array.isArray(value) ? value : [value]
      return (operand as unknown[]).some((each) => values.some((one) => meets(one, '$eq', each)))
    }
    case '$type':
      return typeOf(value) === operand
    case '$regex':
      // Its expressions run on bytes.
      return typeof value === 'string' && new RegExp(bytesOf(String(operand))).test(bytesOf(value))
    default:
      throw new Error(`Invalid operator: ${operator}`)
  }
}

const bytesOf = (text: string) => Buffer.from(text).toString('latin1')

/** Types in the order of CouchDB's collation. */
const types = ['null', 'boolean', 'number', 'string', 'array', 'object']

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (isNumeric(value)) return 'number'
  return Array.isArray(value) ? 'array' : typeof value
}

const byLanguage = new Intl.Collator('en')

export function lessThan(one: unknown, other: unknown): boolean {
  const first = typeOf(one)
  const second = typeOf(other)
  if (first !== second) return types.indexOf(first) < types.indexOf(second)
  if (first === 'string') return byLanguage.compare(String(one), String(other)) < 0
  if (isNumeric(one) && isNumeric(other)) return compareNumbers(one, other) < 0
  if (first === 'boolean') return Number(one) < Number(other)
  return JSON.stringify(one) < JSON.stringify(other)
}
