import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'

/** The arguments of a tool, in the subset of JSON Schema that `readArgs` supports. */
export type ArgSchema = {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'
  readonly description?: string
  readonly enum?: string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: ArgSchema
  readonly properties?: ArgFields
  readonly required?: string[]
}

export type ArgFields = { readonly [name: string]: ArgSchema }

/** An object with exactly these properties. */
export type ArgsSchema = ArgSchema & {
  readonly type: 'object'
  readonly properties: ArgFields
  readonly required: string[]
  readonly additionalProperties: false
}

export function argsSchema(properties: ArgFields, required: string[] = []): ArgsSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

const words =
  (type: ArgSchema['type']) =>
  (description?: string, more: Omit<ArgSchema, 'type' | 'description'> = {}): ArgSchema => ({
    type,
    ...(description === undefined ? {} : { description }),
    ...more,
  })

export const textArg = words('string')
export const whole = words('integer')
export const truth = words('boolean')
export const object = words('object')

export const listOf = (items: ArgSchema, description?: string): ArgSchema => ({
  type: 'array',
  ...(description === undefined ? {} : { description }),
  items,
})

export type Args = Readonly<Record<string, unknown>>

/**
 * Returns the arguments of a call by their proper names, whatever case they were sent in. Throws a 400 with one sentence if
 * they are invalid, as a model reads it and tries again.
 */
export function readArgs({ properties, required }: ArgsSchema, input: unknown): Args {
  if (input !== undefined && input !== null && !isRecord(input)) throw wrong('The arguments must be an object.')
  const names = Object.keys(properties)
  const args: Record<string, unknown> = {}
  for (const [sent, value] of Object.entries(input ?? {})) {
    const name = Object.hasOwn(properties, sent) ? sent : names.find((each) => plain(each) === plain(sent))
    if (name === undefined) throw wrong(`There is no argument '${shown(sent)}'. ${didYouMean(sent, names)}`)
    if (Object.hasOwn(args, name)) throw wrong(`The argument '${name}' is given twice.`)
    const schema = properties[name]
    if (value === null || schema === undefined) continue
    args[name] = read(schema, value, name)
  }
  const missing = required.find((name) => args[name] === undefined)
  if (missing !== undefined) throw wrong(`The argument '${missing}' is missing.`)
  return args
}

const wrong = (sentence: string) => new Problem(400, sentence)
const plain = (name: string) => name.replaceAll(/[_\-\s]/g, '').toLowerCase()
const shown = (label: string) => (label.length > 60 ? `${label.slice(0, 60)}…` : label)

function read(schema: ArgSchema, value: unknown, name: string): unknown {
  switch (schema.type) {
    case 'string':
      return readText(schema, value, name)
    case 'integer':
    case 'number':
      return readNumber(schema, value, name)
    case 'boolean':
      if (value === true || value === 'true') return true
      if (value === false || value === 'false') return false
      throw wrong(`'${name}' must be true or false.`)
    case 'array': {
      const list: readonly unknown[] = Array.isArray(value) ? value : [value]
      const { items } = schema
      return items === undefined ? list : list.map((each, at) => read(items, each, `${name}[${at}]`))
    }
    case 'object':
      return readObject(schema, value, name)
  }
}

function readText({ enum: choices }: ArgSchema, value: unknown, name: string): string {
  if (typeof value !== 'string' && typeof value !== 'number') throw wrong(`'${name}' must be a text.`)
  const text = String(value)
  if (text.includes('\0')) throw wrong(`'${name}' must not contain a NUL character.`)
  if (choices === undefined) return text
  const found = choices.find((each) => each.toLowerCase() === text.trim().toLowerCase())
  if (found === undefined) throw wrong(`'${name}' must be one of ${choices.slice(0, 20).join(', ')}.`)
  return found
}

function readNumber({ type, minimum, maximum }: ArgSchema, value: unknown, name: string): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  const isWhole = type === 'integer'
  if (typeof number !== 'number' || !Number.isFinite(number) || (isWhole && !Number.isSafeInteger(number))) {
    throw wrong(`'${name}' must be a ${isWhole ? 'whole ' : ''}number.`)
  }
  if (minimum !== undefined && number < minimum) throw wrong(`'${name}' must be at least ${minimum}.`)
  if (maximum !== undefined && number > maximum) throw wrong(`'${name}' must be at most ${maximum}.`)
  return number
}

function readObject({ properties, required = [] }: ArgSchema, value: unknown, name: string): unknown {
  if (!isRecord(value)) throw wrong(`'${name}' must be an object.`)
  if (properties === undefined) return value
  try {
    return readArgs({ type: 'object', properties, required, additionalProperties: false }, value)
  } catch (error) {
    throw error instanceof Problem ? wrong(`In '${name}': ${error.message}`) : error
  }
}

function didYouMean(sent: string, names: readonly string[]): string {
  if (names.length === 0) return 'This tool takes none.'
  const [nearest] = names.toSorted(
    (one, other) => distance(plain(sent), plain(one)) - distance(plain(sent), plain(other)),
  )
  const isNear = nearest !== undefined && distance(plain(sent), plain(nearest)) <= Math.max(2, nearest.length / 3)
  return isNear ? `Did you mean '${nearest}'?` : `It takes ${names.join(', ')}.`
}

/** The edit distance: how many letters must be inserted, deleted or replaced. */
function distance(one: string, other: string): number {
  const to = other.slice(0, 60)
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one.slice(0, 60)].entries()) {
    const next = [at + 1]
    for (let column = 1; column <= to.length; column++) {
      const changed = (row[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1)
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
