import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { isYes } from '../../../platform/yes-and-no.ts'

/**
 * Reads the members of an object that somebody sent: names in any case, values also as the texts that CSV, XML and forms have.
 * Undefined is absent, null is null. Refuses with 400, naming the item.
 */
export class ItemReader {
  readonly #item: string
  readonly #members = new Map<string, unknown>()

  /** `item`: how sentences call it, such as `Field 'size'`. */
  constructor(value: unknown, item: string) {
    if (!isRecord(value)) throw new Problem(400, `${item} must be an object.`)
    this.#item = item
    for (const [name, member] of Object.entries(value)) {
      const key = name.toLowerCase()
      // The exact name wins over others that differ by case.
      if (name === key || !this.#members.has(key)) this.#members.set(key, member)
    }
  }

  get(...names: string[]): unknown {
    for (const name of names) {
      const value = this.#members.get(name)
      if (value !== undefined) return value
    }
    return undefined
  }

  /** An empty text is null, where a text has no meaning without content. */
  text(name: string): string | null | undefined {
    const value = this.get(name)
    if (value === undefined || value === null) return value
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    if (typeof value !== 'string') throw this.refusal(`'${name}' must be a text`)
    if (value.includes('\0') || !value.isWellFormed())
      throw this.refusal(`'${name}' contains characters that cannot be stored`)
    return value.trim() === '' ? null : value
  }

  flag(name: string): boolean | undefined {
    const value = this.get(name)
    if (value === undefined || value === null || value === '') return undefined
    if (typeof value === 'boolean') return value
    if (typeof value === 'number' || typeof value === 'string') return isYes(String(value))
    throw this.refusal(`'${name}' must be true or false`)
  }

  whole(...names: string[]): number | null | undefined {
    const value = this.get(...names)
    if (value === undefined || value === null) return value
    if (value === '') return null
    const number = typeof value === 'string' && /^\d{1,10}$/.test(value.trim()) ? Number(value) : value
    if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 0x7fffffff) return number
    throw this.refusal(`'${names[0]}' must be a whole number`)
  }

  /** A list, or one item of it; a text is read as JSON. */
  list(name: string): readonly unknown[] | null | undefined {
    const value = this.json(name)
    if (value === undefined || value === null) return value
    return Array.isArray(value) ? value : [value]
  }

  /** A value that forms and CSV have as JSON. */
  json(name: string): unknown {
    const value = this.get(name)
    if (typeof value !== 'string') return value
    if (value.trim() === '') return null
    try {
      return JSON.parse(value)
    } catch {
      throw this.refusal(`'${name}' is not valid JSON`)
    }
  }

  refusal(sentence: string): Problem {
    return new Problem(400, `${this.#item}: ${sentence}.`)
  }
}
