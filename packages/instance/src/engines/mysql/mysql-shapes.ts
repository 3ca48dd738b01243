import type { ValueField } from '@millwright/connector/engine/engine'
import { misfit } from '@millwright/connector/engine/values/field-problem'
import { Problem } from '@millwright/contract/problem'

const names = [
  'POINT',
  'LINESTRING',
  'POLYGON',
  'MULTIPOINT',
  'MULTILINESTRING',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
] as const
type Name = (typeof names)[number]

/** Nesting of parentheses within a geometry. A point has only coordinates. */
const levels: Readonly<Record<Exclude<Name, 'GEOMETRYCOLLECTION'>, number>> = {
  POINT: 0,
  LINESTRING: 1,
  POLYGON: 2,
  MULTIPOINT: 1,
  MULTILINESTRING: 2,
  MULTIPOLYGON: 3,
}
const memberOf: Partial<Record<Name, Name>> = {
  MULTIPOINT: 'POINT',
  MULTILINESTRING: 'LINESTRING',
  MULTIPOLYGON: 'POLYGON',
}
const deepest = 16

/** Whether a column holds geometries. */
export function isShape({ dbType }: Pick<ValueField, 'dbType'>): boolean {
  const word = dbType?.toLowerCase() ?? ''
  return word === 'geometry' || word === 'geomcollection' || names.some((name) => name.toLowerCase() === word)
}

/** Converts a geometry from hexadecimal bytes to the text of `geometryText`; other values are unchanged. */
export function printedShape(value: unknown): unknown {
  return typeof value === 'string' && /^(?:[\dA-F]{2}){9,}$/.test(value)
    ? geometryText(Buffer.from(value, 'hex'))
    : value
}

/** Converts WKT from a request to MySQL's internal geometry format. Throws 400 for invalid WKT. */
export function readShape(value: unknown, field: ValueField): Uint8Array {
  const bytes = typeof value === 'string' ? geometryBytes(value) : null
  if (bytes === null)
    throw misfit(field, 'must be a geometry as WKT, such as POINT(1.5 2) or SRID=4326;POINT(1.5 2)', value)
  return bytes
}

/**
 * Converts MySQL's internal geometry format, four bytes of SRID followed by WKB, to WKT with all digits: `POINT(1.5 2)`,
 * `SRID=4326;POINT(1 2)`. Unknown formats are returned as hexadecimal.
 */
function geometryText(bytes: Buffer): string {
  try {
    const system = bytes.readUInt32LE(0)
    const reader = new BinaryReader(bytes, 4)
    const text = reader.shape(0)
    return system === 0 ? text : `SRID=${system};${text}`
  } catch {
    return bytes.toString('hex').toUpperCase()
  }
}

/** Converts WKT to MySQL's internal geometry format, or returns `null` for invalid WKT. */
function geometryBytes(text: string): Buffer | null {
  const [, system = '0', shape = ''] = /^\s*(?:SRID\s*=\s*(\d{1,9})\s*;)?(.*)$/is.exec(text) ?? []
  const start = Buffer.alloc(4)
  start.writeUInt32LE(Number(system))
  try {
    return Buffer.concat([start, ...new TextReader(shape).whole()])
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

class BinaryReader {
  readonly #bytes: Buffer
  #at: number
  #little = true

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  shape(depth: number): string {
    this.#little = this.#bytes.readUInt8(this.#at) === 1
    this.#at += 1
    const name = names[this.#count() - 1]
    if (name === undefined || depth > deepest) throw new RangeError('Unknown shape')
    return `${name}${this.#body(name, depth)}`
  }

  #body(name: Name, depth: number): string {
    if (name === 'POINT') return `(${this.#point()})`
    if (name === 'LINESTRING') return this.#list(() => this.#point())
    if (name === 'POLYGON') return this.#list(() => this.#list(() => this.#point()))
    return this.#list(() => {
      const member = this.shape(depth + 1)
      if (name === 'GEOMETRYCOLLECTION') return member
      const inside = member.slice(member.indexOf('('))
      return name === 'MULTIPOINT' ? inside.slice(1, -1) : inside
    })
  }

  #list(item: () => string): string {
    const count = this.#count()
    if (count === 0) return ' EMPTY'
    const items: string[] = []
    for (let index = 0; index < count; index += 1) items.push(item())
    return `(${items.join(',')})`
  }

  #point(): string {
    const x = this.#number()
    return `${x} ${this.#number()}`
  }

  #count(): number {
    const value = this.#little ? this.#bytes.readUInt32LE(this.#at) : this.#bytes.readUInt32BE(this.#at)
    this.#at += 4
    return value
  }

  #number(): number {
    const value = this.#little ? this.#bytes.readDoubleLE(this.#at) : this.#bytes.readDoubleBE(this.#at)
    this.#at += 8
    return value
  }
}

class TextReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): Buffer[] {
    const found = this.#shape(0)
    if (this.#take(/\s*$/y) === null) throw malformed
    return found
  }

  #shape(depth: number): Buffer[] {
    const word = this.#word()
    const name = names.find((each) => each === word)
    if (name === undefined || depth > deepest) throw malformed
    if (name !== 'GEOMETRYCOLLECTION') return [head(name), ...this.#body(name, levels[name])]
    const members = this.#list(() => this.#shape(depth + 1))
    return [head(name), count(members.length), ...members.flat()]
  }

  #body(name: Name, level: number): Buffer[] {
    if (level === 0) return this.#inParentheses(() => [this.#point()])
    const member = memberOf[name]
    const items = this.#list(() => {
      if (member === undefined) return level === 1 ? [this.#point()] : this.#body(name, level - 1)
      if (member !== 'POINT') return [head(member), ...this.#body(member, level - 1)]
      const point = this.#peek(/\s*\(/y) ? this.#inParentheses(() => [this.#point()]) : [this.#point()]
      return [head(member), ...point]
    })
    return [count(items.length), ...items.flat()]
  }

  #list(item: () => Buffer[]): Buffer[][] {
    if (this.#take(/\s*EMPTY/iy) !== null) return []
    const items: Buffer[][] = []
    this.#inParentheses(() => {
      do items.push(item())
      while (this.#take(/\s*,/y) !== null)
      return []
    })
    return items
  }

  #inParentheses(inside: () => Buffer[]): Buffer[] {
    if (this.#take(/\s*\(/y) === null) throw malformed
    const found = inside()
    if (this.#take(/\s*\)/y) === null) throw malformed
    return found
  }

  #point(): Buffer {
    const found = this.#take(/\s*([-+.\deE]{1,40})\s+([-+.\deE]{1,40})/y)
    const x = Number(found?.[1])
    const y = Number(found?.[2])
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw malformed
    const bytes = Buffer.alloc(16)
    bytes.writeDoubleLE(x, 0)
    bytes.writeDoubleLE(y, 8)
    return bytes
  }

  #word(): string {
    return this.#take(/\s*([a-z]+)/iy)?.[1]?.toUpperCase() ?? ''
  }

  #peek(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    return pattern.test(this.#text)
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found !== null) this.#at = pattern.lastIndex
    return found
  }
}

const malformed = new Problem(400, 'The text is no shape.')

function head(name: Name): Buffer {
  const bytes = Buffer.alloc(5)
  bytes.writeUInt8(1, 0)
  bytes.writeUInt32LE(names.indexOf(name) + 1, 1)
  return bytes
}

function count(items: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(items)
  return bytes
}
