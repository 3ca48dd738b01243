import type { RawDefault } from '@millwright/connector/engine/catalog'
import { isYes } from '@millwright/connector/request'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { keyTypes } from '@millwright/contract/wire/table-schema'
import type { FieldExtras, RelationExtras, TableExtras, VirtualRelation } from './extras.ts'

/** The desired state of a table; `undefined` members were not sent. */
export interface TableDraft {
  readonly name: string
  readonly extras: Sent<TableExtras>
  readonly fields: readonly FieldDraft[] | undefined
  /** Keys of several fields, all of them. */
  readonly keys: readonly KeyDraft[] | undefined
  /** Fields of the primary key, in its order. */
  readonly primaryKey: readonly string[] | undefined
  readonly relations: readonly RelationDraft[]
}

export interface FieldDraft {
  readonly name: string
  /** `null` like absent: the engine-specific type applies. */
  readonly type: string | null | undefined
  readonly dbType: string | null | undefined
  readonly length: number | null | undefined
  readonly precision: number | null | undefined
  readonly scale: number | null | undefined
  readonly default: RawDefault | null | undefined
  readonly allowNull: boolean | undefined
  readonly fixedLength: boolean | undefined
  readonly multibyte: boolean | undefined
  readonly autoIncrement: boolean | undefined
  readonly isPrimaryKey: boolean | undefined
  readonly isUnique: boolean | undefined
  readonly isIndex: boolean | undefined
  readonly isForeignKey: boolean | undefined
  readonly refTable: string | null | undefined
  readonly refField: string | null | undefined
  readonly refOnUpdate: string | null | undefined
  readonly refOnDelete: string | null | undefined
  readonly extras: Sent<Omit<FieldExtras, 'type'>>
}

/** A key of several fields. */
export interface KeyDraft {
  readonly type: (typeof keyTypes)[number]
  readonly fields: readonly string[]
  /** `null`: it is no reference. */
  readonly refTable: string | null
  /** `null`: the primary key of the other table. */
  readonly refFields: readonly string[] | null
  readonly refOnUpdate: string | null
  readonly refOnDelete: string | null
}

export interface RelationDraft {
  /** `null` for a virtual relation, which is named after its ends. */
  readonly name: string | null
  readonly virtual: VirtualRelation | null
  readonly extras: Sent<RelationExtras>
}

export type Sent<Extras> = { readonly [Name in keyof Extras]: Extras[Name] | undefined }

/** Returns the previous extras with those that were sent. */
export function merged<Extras extends object>(before: Extras, sent: Sent<Extras>): Extras {
  const after = { ...before }
  for (const name in before) {
    const value = sent[name]
    if (value !== undefined) after[name] = value
  }
  return after
}

/**
 * Reads the members of a sent object: names in any case, values also as texts from CSV, XML and forms. `undefined` means absent, null means
 * null. Throws 400 with the name of the item.
 */
export class ItemReader {
  readonly #item: string
  readonly #members = new Map<string, unknown>()

  /** `item`: name of the item in messages, such as `Field 'size'`. */
  constructor(value: unknown, item: string) {
    if (!isRecord(value)) throw new Problem(400, `${item} must be an object.`)
    this.#item = item
    for (const [name, member] of Object.entries(value)) {
      const key = name.toLowerCase()
      // The exact name takes precedence over others that differ only in case.
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

  /** Returns null for an empty text, for members where it has no meaning. */
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

  /** Reads a list, or a single item as a list; a text is parsed as JSON. */
  list(name: string): readonly unknown[] | null | undefined {
    const value = this.json(name)
    if (value === undefined || value === null) return value
    return Array.isArray(value) ? value : [value]
  }

  /** Reads a value that forms and CSV contain as JSON text. */
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
