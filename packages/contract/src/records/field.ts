/**
 * Declares the records of the system API once for both sides: the instance uses the declarations to validate, store, filter and
 * describe records, the console derives its types from them (docs/wire/records.md).
 */
export type RecordFieldType = 'id' | 'integer' | 'string' | 'text' | 'boolean' | 'datetime' | 'json'

export interface FieldOptions {
  /** `readOnly` fields are ignored in a body, `writeOnly` fields never returned, `command` fields neither stored nor returned. */
  mode?: 'readOnly' | 'writeOnly' | 'command'
  label?: string
  /** Maximum number of characters. */
  max?: number
  required?: boolean
  unique?: boolean
  /** Used if a new record omits the field; `null` if absent. */
  default?: unknown
  /** `false` if the stored value is never null. */
  nullable?: boolean
  /** Whether longer text is truncated at `max` instead of rejected. */
  cut?: boolean
  /** What the bits of an integer stand for. Files of configuration list them by name. */
  mask?: 'verbs' | 'requestors'
}

export interface Field<T = unknown> extends FieldOptions {
  readonly type: RecordFieldType
  readonly __value?: T
}

type Value<T, O extends FieldOptions> = O extends { nullable: false } ? T : T | null

const field =
  <T>(type: RecordFieldType) =>
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

/** Who created and last changed a record, and when; dates are ISO 8601 with microseconds and `Z`. */
export const audit = {
  created_date: datetime({ mode: 'readOnly', nullable: false }),
  last_modified_date: datetime({ mode: 'readOnly', nullable: false }),
  created_by_id: integer({ mode: 'readOnly' }),
  last_modified_by_id: integer({ mode: 'readOnly' }),
}

export type Fields = Record<string, Field>

/** A record as returned. The open index is for fields of other servers, which the console preserves. */
export type RecordOf<F extends Fields> = {
  [K in keyof F as F[K] extends { mode: 'writeOnly' | 'command' } ? never : K]: F[K] extends Field<infer T> ? T : never
}

/** A record as sent: every field is optional, as updates send only what changed. */
export type DraftOf<F extends Fields> = {
  [K in keyof F as F[K] extends { mode: 'readOnly' } ? never : K]?: F[K] extends Field<infer T> ? T : never
}
