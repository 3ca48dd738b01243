import { randomBytes } from 'node:crypto'

/** By service, as one is opened anew when its settings change. */
const kept = new Map()

export function open(_settings, { service, refuse }) {
  const collections = kept.get(service) ?? new Map()
  kept.set(service, collections)
  const rowsOf = (name) => collections.get(name) ?? []
  const withId = (id, where) => (row) => String(row._id) === id && fulfils(row, where)

  return {
    collections: async () => [...collections.keys()].sort(),

    async createCollection(name) {
      if (collections.has(name)) throw refuse(400, 'There is a collection of that name already.')
      collections.set(name, [])
    },

    dropCollection: async (name) => collections.delete(name),

    async find(collection, { where, fields, order, limit, offset }) {
      const found = rowsOf(collection).filter((row) => fulfils(row, where))
      const sorted = found.toSorted((one, other) => inOrder(one, other, order))
      return sorted.slice(offset, offset + limit).map((row) => (fields === null ? row : chosen(row, fields)))
    },

    count: async (collection, where) => rowsOf(collection).filter((row) => fulfils(row, where)).length,

    async insert(collection, document) {
      const row = { _id: document._id ?? randomBytes(12).toString('hex'), ...unmarked(document) }
      if (rowsOf(collection).some(({ _id }) => _id === row._id)) {
        throw refuse(409, 'There is a document with this identifier already.')
      }
      collections.set(collection, [...rowsOf(collection), row])
      return row._id
    },

    async update(collection, id, fields, where) {
      const row = rowsOf(collection).find(withId(id, where))
      if (row !== undefined) Object.assign(row, unmarked(fields))
      return row !== undefined
    },

    async remove(collection, id, where) {
      const rows = rowsOf(collection)
      const at = rows.findIndex(withId(id, where))
      if (at >= 0) rows.splice(at, 1)
      return at >= 0
    },

    async clear(collection, where) {
      const left = rowsOf(collection).filter((row) => !fulfils(row, where))
      collections.set(collection, left)
    },

    close: async () => undefined,
  }
}

/** Values at `address.city`, of lists of each element. */
function valuesAt(value, [first, ...rest]) {
  if (first === undefined) return Array.isArray(value) ? [value, ...value] : [value]
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, [first, ...rest]))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return []
  return valuesAt(value[first], rest)
}

function fulfils(row, where) {
  if (where === null) return true
  if (where.kind === 'and') return where.operands.every((operand) => fulfils(row, operand))
  if (where.kind === 'or') return where.operands.some((operand) => fulfils(row, operand))
  const values = valuesAt(row, where.field.split('.')).filter((value) => value !== null)
  if (where.kind === 'null') return (values.length === 0) !== where.negated
  const texts = where.kind === 'in' ? where.texts : [where.text]
  const operator = where.kind === 'in' ? '=' : where.operator
  const isMet = values.some((value) => texts.some((text) => compares(value, operator, text)))
  return values.length > 0 && isMet !== where.negated
}

/** A text stands for any value that it can be read as. */
function compares(value, operator, text) {
  const isNumber = typeof value === 'number' && text.trim() !== '' && Number.isFinite(Number(text))
  const other = isNumber ? Number(text) : typeof value === 'boolean' ? text === 'true' : text
  if (operator === '=') return typeof value === 'boolean' ? String(value) === text : value === other
  if (typeof value !== typeof other || typeof value === 'boolean') return false
  if (operator === '>') return value > other
  if (operator === '>=') return value >= other
  if (operator === '<') return value < other
  if (operator === '<=') return value <= other
  if (typeof value !== 'string') return false
  if (operator === 'contains') return value.includes(text)
  if (operator === 'starts with') return value.startsWith(text)
  return operator === 'ends with' ? value.endsWith(text) : like(value, text)
}

/** Whether a text is like a pattern, of which `%` is any text and `_` any character. */
function like(value, pattern) {
  const sign = (each) =>
    each === '%' ? '[\\s\\S]*' : each === '_' ? '[\\s\\S]' : each.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`^${[...pattern.replace(/%+/g, '%')].map(sign).join('')}$`).test(value)
}

function inOrder(one, other, order) {
  for (const { field, descending } of order) {
    const [first = null] = valuesAt(one, field.split('.'))
    const [second = null] = valuesAt(other, field.split('.'))
    if (first === second) continue
    const isBefore = first === null || (second !== null && first < second)
    return isBefore !== descending ? -1 : 1
  }
  return 0
}

function chosen(row, fields) {
  const found = {}
  for (const field of fields) {
    const names = field.split('.')
    const [value] = valuesAt(row, names)
    if (value === undefined) continue
    const last = names.pop()
    let inside = found
    for (const name of names) {
      inside[name] ??= {}
      inside = inside[name]
    }
    inside[last] = value
  }
  return found
}

/** Marked values, such as `{"$date":"…"}`, are kept as their texts. */
function unmarked(value) {
  if (Array.isArray(value)) return value.map(unmarked)
  if (typeof value !== 'object' || value === null) return value
  const [name, ...more] = Object.keys(value)
  if (more.length === 0 && name?.startsWith('$')) return value[name]
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unmarked(each)]))
}
