/**
 * How a record of the system plane is declared, once, for both sides: the instance validates, stores, filters and describes
 * by it, the console takes its types from it (docs/wire/records.md).
 */
export type FieldType = 'id' | 'integer' | 'string' | 'text' | 'boolean' | 'datetime' | 'json'

export interface FieldOptions {
  /** `readOnly` is ignored in a body, `writeOnly` is never answered, `command` is neither stored nor answered. */
  mode?: 'readOnly' | 'writeOnly' | 'command'
  label?: string
  /** Greatest number of characters. */
  max?: number
  required?: boolean
  unique?: boolean
  /** Taken when a new record does not name the field; `null` when absent. */
  default?: unknown
  /** `false`: never null once stored. */
  nullable?: boolean
  /** Longer text is cut at `max` instead of refused. */
  cut?: boolean
}

export interface Field<T = unknown> extends FieldOptions {
  readonly type: FieldType
  readonly __value?: T
}

type Value<T, O extends FieldOptions> = O extends { nullable: false } ? T : T | null

const field =
  <T>(type: FieldType) =>
  <const O extends FieldOptions = Record<never, never>>(options?: O): Field<Value<T, O>> & O =>
    ({ type, ...options }) as Field<Value<T, O>> & O

export const id = (): Field<number> & { mode: 'readOnly'; nullable: false } => ({
  type: 'id',
  mode: 'readOnly',
  nullable: false,
})
export const integer = field<number>('integer')
export const string = field<string>('string')
export const text = field<string>('text')
export const boolean = field<boolean>('boolean')
export const datetime = field<string>('datetime')
/** Any JSON value of type `T`, stored as text. */
export const json = <T>(options: FieldOptions = {}): Field<T> => ({ type: 'json', ...options })

/** Who made and last changed a record, and when; dates are ISO with microseconds and `Z`. */
export const audit = {
  created_date: datetime({ mode: 'readOnly', nullable: false }),
  last_modified_date: datetime({ mode: 'readOnly', nullable: false }),
  created_by_id: integer({ mode: 'readOnly' }),
  last_modified_by_id: integer({ mode: 'readOnly' }),
}

export type Fields = Record<string, Field>

/** The answered form of a record; fields that a server does not know are kept by the console, hence the open index. */
export type RecordOf<F extends Fields> = {
  [K in keyof F as F[K] extends { mode: 'writeOnly' | 'command' } ? never : K]: F[K] extends Field<infer T> ? T : never
}

/** The sent form of a record: everything optional, as updates send only what changed. */
export type DraftOf<F extends Fields> = {
  [K in keyof F as F[K] extends { mode: 'readOnly' } ? never : K]?: F[K] extends Field<infer T> ? T : never
}
