/**
 * How a setting of a service is declared, once, for both sides: the instance validates, seals, masks and describes it
 * (`config_schema`) by this, and the console builds its form from that description (docs/wire/services.md).
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
interface ConfigPairs {
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
  /**
   * `sealed`: encrypted at rest. `masked`: besides, answered as `secretMask`. `members`: of an object, encrypted at rest; members whose
   * names say that they are secret are answered as `secretMask`.
   */
  readonly secret?: 'sealed' | 'masked' | 'members'
  /**
   * Part of where, or as whom, the service sends its masked secrets: when it changes, they have to be sent again. Of an object, the
   * members that are, in capitals and without `CURLOPT_`.
   */
  readonly destination?: true | readonly string[]
}

export interface ConfigField extends ConfigFieldOptions {
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
}

export type ConfigFields = { readonly [name: string]: ConfigField }

const field =
  (type: ConfigFieldType) =>
  (options: ConfigFieldOptions): ConfigField => ({ type, ...options })

export const configString = field('string')
export const configText = field('text')
export const configPassword = field('password')
export const configInteger = field('integer')
export const configBoolean = field('boolean')
/** Bits of verbs. */
export const configVerbs = field('verb_mask')
export const configEvent = field('event_picklist')
/** The text of a chosen file. */
export const configCertificate = field('file_certificate')

/** One of some texts. */
export function configPicklist(
  options: ConfigFieldOptions & { readonly values: readonly ConfigChoice[] },
): ConfigField {
  return { type: 'picklist', ...options }
}

/** A row of the instance, by its id; null for none. */
export function configReference(options: ConfigFieldOptions & { readonly source: ChoiceSource }): ConfigField {
  return { type: 'picklist', ...options }
}

/** Some of the names. */
export function configMultiPicklist(
  options: ConfigFieldOptions & Required<Pick<ConfigField, 'values' | 'columns' | 'legend'>>,
): ConfigField {
  return { type: 'multi_picklist', ...options }
}

/** A list of texts. */
export function configTexts(options: ConfigFieldOptions): ConfigField {
  return { type: 'array', items: 'string', ...options }
}

/** A list of rows with the columns of `items`. */
export function configRows(options: ConfigFieldOptions & { readonly items: ConfigFields }): ConfigField {
  return { type: 'array', default: [], ...options }
}

/** Texts, numbers and truths by name. */
export function configObject(options: ConfigFieldOptions): ConfigField {
  const object = { key: { label: 'Name', type: 'string' }, value: { label: 'Value', type: 'string' } }
  return { type: 'object', object, ...options }
}
