import type { Comparison, TransformOperation } from '@millwright/contract/records/execution-plan'
import { literal, property, valueCode } from './script-values.ts'

/** What the code of operations calls. */
export const rowsHelper = `const rowsOf = (value) => (Array.isArray(value) ? value : (value?.resource ?? [value]))
function onRows(value, change) {
  if (Array.isArray(value)) return change(value)
  return Array.isArray(value?.resource) ? { ...value, resource: change(value.resource) } : (change([value])[0] ?? null)
}`

/** The code of an operation on the value of a variable. */
export function operationCode(operation: TransformOperation, whole: string): string {
  const onRows = (code: string) => `onRows(${whole}, (rows) => ${code})`
  const onMembers = (code: string) => onRows(`rows.map((row) => Object.fromEntries(Object.entries(row)${code}))`)
  switch (operation.op) {
    case 'pick':
      return onMembers(`.filter(([name]) => ${literal(operation.fields)}.includes(name))`)
    case 'omit':
      return onMembers(`.filter(([name]) => !${literal(operation.fields)}.includes(name))`)
    case 'rename':
      return onMembers(`.map(([name, value]) => [${literal(operation.map)}[name] ?? name, value])`)
    case 'defaults':
      return onRows(`rows.map((row) => ({ ...${valueCode(operation.values, '')}, ...row }))`)
    case 'filter': {
      const { field, cmp = 'eq', value } = operation
      return onRows(`rows.filter((row) => ${comparison(`row[${literal(field)}]`, cmp, valueCode(value, ''))})`)
    }
    case 'sort': {
      const [less, more] = operation.dir === 'desc' ? ['>', '<'] : ['<', '>']
      const [one, other] = [`one[${literal(operation.by)}]`, `other[${literal(operation.by)}]`]
      return onRows(`rows.toSorted((one, other) => (${one} ${less} ${other} ? -1 : ${one} ${more} ${other} ? 1 : 0))`)
    }
    case 'limit':
      return onRows(`rows.slice(0, ${literal(operation.count)})`)
    case 'first':
      return `rowsOf(${whole})[0] ?? null`
    case 'count':
      return `{ count: rowsOf(${whole}).length }`
    case 'wrap':
      return `{ ${property(operation.key ?? 'data')}: ${whole} }`
    case 'unwrap':
      return `${whole}?.[${literal(operation.key ?? 'resource')}]`
  }
}

const symbols = { eq: '===', ne: '!==', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function comparison(left: string, cmp: Comparison, right: string): string {
  if (cmp === 'contains') return `String(${left}).includes(${right})`
  if (cmp === 'in') return `[${right}].flat().includes(${left})`
  return `${left} ${symbols[cmp]} ${right}`
}
