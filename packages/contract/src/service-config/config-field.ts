/**
 * How a setting of a service is declared, once, for both sides: the instance validates, seals, masks and describes it
 * (`config_schema`) by this, and code that runs a service takes its types from here (docs/wire/services.md).
 */
export type ConfigFieldType =
  | 'string'
  | 'text'
  | 'password'
  | 'integer'
  | 'boolean'
  | 'picklist'
  | 'multi_picklist'
  | 'array'
  | 'object'
  | 'verb_mask'
  | 'event_picklist'
  | 'file_certificate'

/** An option of a picklist; `name` is what is stored. */
export interface ConfigChoice {
  readonly name: string | number | null
  readonly label: string
}

/** Rows of the instance that are the options of a picklist: their ids are stored. */
export type ChoiceSource = 'app' | 'role' | 'email_service' | 'email_template'

/** The headings of a list of keys and values. */
export interface ConfigPairs {
  readonly key: { readonly label: string; readonly type: string }
  readonly value: { readonly label: string; readonly type: string }
}

interface ConfigFieldOptions {
  readonly label?: string
  readonly description?: string
  /** Greatest number of characters; 255 for a `string` that does not say. */
  readonly max?: number
  /** What the text has to look like, unless it has a lookup key in it. */
  readonly format?: 'host' | 'url' | 'mail_address'
  /** The texts that are accepted, whatever their case; empty is none of them. */
  readonly oneOf?: readonly string[]
  /** Least and greatest number. */
  readonly between?: readonly [number, number]
  /** Lesser numbers mean that nothing was chosen. */
  readonly from?: number
  /** Of a column: no two rows may have the same. */
  readonly unique?: boolean
  /** A service without it is refused. */
  readonly required?: boolean
  /** Taken when a new service does not name the setting; null when absent. */
  readonly default?: unknown
  /** `sealed`: encrypted at rest. `masked`: besides, answered as `secretMask`. */
  readonly secret?: 'sealed' | 'masked'
}

export interface ConfigField<T = unknown> extends ConfigFieldOptions {
  readonly type: ConfigFieldType
  /** Options that are always the same; other values are refused. */
  readonly values?: readonly ConfigChoice[]
  /** Where the options come from. */
  readonly source?: ChoiceSource
  /** Of an array: texts, or rows with these columns. */
  readonly items?: 'string' | ConfigFields
  readonly object?: ConfigPairs
  /** Of a multi_picklist: how many columns its boxes have, and its heading. */
  readonly columns?: number
  readonly legend?: string
  readonly __value?: T
}

export type ConfigFields = { readonly [name: string]: ConfigField }

type Value<T, O> = O extends { required: true } ? T : O extends { default: T } ? T : T | null

const scalar =
  <T>(type: ConfigFieldType) =>
  <const O extends ConfigFieldOptions = Record<never, never>>(options?: O): ConfigField<Value<T, O>> & O =>
    ({ type, ...options }) as ConfigField<Value<T, O>> & O

export const configString = scalar<string>('string')
export const configText = scalar<string>('text')
export const configPassword = scalar<string>('password')
export const configInteger = scalar<number>('integer')
export const configBoolean = scalar<boolean>('boolean')
/** Bits of verbs. */
export const configVerbs = scalar<number>('verb_mask')
export const configEvent = scalar<string>('event_picklist')
/** The text of a chosen file. */
export const configCertificate = scalar<string>('file_certificate')

type RowOf<F extends ConfigFields> = { readonly [K in keyof F]: F[K] extends ConfigField<infer T> ? T : never }

/** One of some texts. */
export function configPicklist<const O extends ConfigFieldOptions & { readonly values: readonly ConfigChoice[] }>(
  options: O,
): ConfigField<Value<string, O>> & O {
  return { type: 'picklist', ...options } as ConfigField<Value<string, O>> & O
}

/** A row of the instance, by its id; null for none. */
export function configReference<const O extends ConfigFieldOptions & { readonly source: ChoiceSource }>(
  options: O,
): ConfigField<Value<number, O>> & O {
  return { type: 'picklist', ...options } as ConfigField<Value<number, O>> & O
}

/** Some of the names. */
export function configMultiPicklist(
  options: ConfigFieldOptions & {
    readonly values: readonly ConfigChoice[]
    readonly columns: number
    readonly legend: string
  },
): ConfigField<readonly string[]> {
  return { type: 'multi_picklist', ...options }
}

/** A list of texts. */
export function configTexts(options: ConfigFieldOptions = {}): ConfigField<readonly string[]> {
  return { type: 'array', items: 'string', ...options }
}

/** A list of rows with the columns of `items`. */
export function configRows<const F extends ConfigFields>(
  options: ConfigFieldOptions & { readonly items: F },
): ConfigField<readonly RowOf<F>[]> {
  return { type: 'array', default: [], ...options }
}

/** Keys with texts, numbers or truths. */
export function configObject(
  options: ConfigFieldOptions & { readonly key?: string; readonly value?: string } = {},
): ConfigField<Readonly<Record<string, unknown>>> {
  const { key = 'Name', value = 'Value', ...rest } = options
  const object = { key: { label: key, type: 'string' }, value: { label: value, type: 'string' } }
  return { type: 'object', object, ...rest }
}

/** The stored form of a configuration, defaults filled in. */
export type ConfigOf<F extends ConfigFields> = RowOf<F>
