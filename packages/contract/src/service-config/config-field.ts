import type { SettingAuthority } from '../access/authority.ts'

/**
 * Declares the settings of services once for both sides: the instance uses the declarations to validate, encrypt, mask and
 * describe settings (`config_schema`), the console builds its forms from that description (docs/wire/services.md).
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

/** An option of a picklist; `name` is the stored value. */
export interface ConfigChoice {
  readonly name: string | number | null
  readonly label: string
}

/** The records of the instance that a picklist offers; their ids are stored. */
export type ChoiceSource = 'app' | 'role' | 'email_service' | 'email_template'

/**
 * What the texts of a setting name: a service; a tool, by the prefix of its service; an event; a URL of the API; a file or folder in
 * `storage_service_id` beside it; or anything, as source code.
 */
export type SettingNames = 'service' | 'tool' | 'event' | 'address' | 'file' | 'code'

/** Column headings of a list of keys and values. */
interface ConfigPairs {
  readonly key: { readonly label: string; readonly type: string }
  readonly value: { readonly label: string; readonly type: string }
}

interface ConfigFieldOptions {
  readonly label?: string
  readonly description?: string
  /** Maximum number of characters; 255 for a `string` by default. */
  readonly max?: number
  /** Required format of the text, unless it contains a lookup key; `hosts`: hosts or URLs, separated by commas. */
  readonly format?: 'host' | 'hosts' | 'url' | 'mail_address'
  /** Accepted texts, ignoring case. The empty text is not accepted. */
  readonly oneOf?: readonly string[]
  /** Minimum and maximum. */
  readonly between?: readonly [number, number]
  /** Smaller numbers mean that nothing was chosen. */
  readonly from?: number
  /** For columns: whether values must be unique among the rows. */
  readonly unique?: boolean
  /** Whether a service without this setting is rejected. */
  readonly required?: boolean
  /** Used if a new service omits the setting; `null` if absent. */
  readonly default?: unknown
  /**
   * `sealed`: encrypted at rest. `masked`: also returned as `secretMask`. `members`: for objects, encrypted at rest, and members
   * with a secret name are returned as `secretMask`.
   */
  readonly secret?: 'sealed' | 'masked' | 'members'
  /** What the setting confers besides being stored. */
  readonly authority: SettingAuthority
  /** What it names, so that it follows renames, and is listed before a deletion. Absent: nothing, or a record of `source`. */
  readonly names?: SettingNames
}

export interface ConfigField extends ConfigFieldOptions {
  readonly type: ConfigFieldType
  /** Fixed options; other values are rejected. */
  readonly values?: readonly ConfigChoice[]
  /** Where the options come from. */
  readonly source?: ChoiceSource
  /** For arrays: texts, or rows with these columns. */
  readonly items?: 'string' | ConfigFields
  readonly object?: ConfigPairs
  /** For a `multi_picklist`: its number of columns, and its heading. */
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
/** A mask of verbs. */
export const configVerbs = field('verb_mask')
export const configEvent = (options: ConfigFieldOptions): ConfigField => ({
  type: 'event_picklist',
  names: 'event',
  ...options,
})
/** The content of an uploaded file. */
export const configCertificate = field('file_certificate')

/** One of a fixed set of texts. */
export function configPicklist(
  options: ConfigFieldOptions & { readonly values: readonly ConfigChoice[] },
): ConfigField {
  return { type: 'picklist', ...options }
}

/** The id of a record of the instance, or `null`. */
export function configReference(options: ConfigFieldOptions & { readonly source: ChoiceSource }): ConfigField {
  return { type: 'picklist', ...options }
}

/** Any number of names from a set. */
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

/** An object with texts, numbers and booleans as values. */
export function configObject(options: ConfigFieldOptions): ConfigField {
  const object = { key: { label: 'Name', type: 'string' }, value: { label: 'Value', type: 'string' } }
  return { type: 'object', object, ...options }
}
