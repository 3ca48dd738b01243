/**
 * A service type and its configuration schema, as returned by `GET system/service_type` (docs/wire/services.md). Every member but
 * the name is optional, because servers omit what they do not know and add members of their own.
 */
export interface ServiceType {
  readonly name: string
  readonly label?: string | null
  readonly description?: string | null
  /** `Database`, `File`, `Script` and others; servers may have groups of their own. */
  readonly group?: string | null
  /** Whether there is exactly one built-in service of this type, so that none can be created. */
  readonly singleton?: boolean
  /** `false` if the type is known but not available on this instance. Absent means `true`. */
  readonly available?: boolean
  /** Why the type is unavailable, as a sentence; otherwise `null`. */
  readonly unavailable_reason?: string | null
  /** Appended to a service's name, a GET that succeeds if the remote server responds; `null` if there is nothing to check. */
  readonly trial?: string | null
  readonly subscription_required?: string | null
  readonly dependencies_required?: unknown
  readonly service_definition_editable?: boolean
  /** `null` for types without settings. */
  readonly config_schema?: readonly ConfigSchemaEntry[] | null
}

/** One setting of a service type, and how it is displayed. */
export interface ConfigSchemaEntry {
  readonly name: string
  readonly label?: string | null
  readonly description?: string | null
  /** `string`, `text`, `password`, `integer`, `boolean`, `picklist`, `array`, `object` and others; servers add further ones. */
  readonly type?: string | null
  readonly required?: boolean
  readonly allow_null?: boolean
  readonly default?: unknown
  /** Maximum number of characters. */
  readonly length?: number | null
  /** Options of a picklist; `name` is the stored value, and may be a number or null. */
  readonly values?: readonly ConfigOption[] | null
  /** For arrays: `string`, or the columns of the rows. */
  readonly items?: string | readonly ConfigSchemaEntry[] | null
  /** For objects: labels of the keys and the values. */
  readonly object?: { readonly key?: ConfigPart; readonly value?: ConfigPart } | null
  /** For a `multi_picklist`. */
  readonly columns?: number | null
  readonly legend?: string | null
  /** For references: the table, and the field whose value is stored. */
  readonly ref_table?: string | null
  readonly ref_field?: string | null
}

export interface ConfigOption {
  readonly name?: unknown
  readonly label?: string | null
  /** For a choice of drivers: the format of the driver's connection string. */
  readonly dsn?: string | null
  /** For a group of options. */
  readonly items?: readonly ConfigOption[] | null
}

export interface ConfigPart {
  readonly label?: string | null
  readonly type?: string | null
}

/** The result of testing unsaved settings of a service (docs/wire/services.md). */
export interface ServiceCheck {
  readonly success: boolean
  /** Why the test failed, in the words of the other server or of the instance; `null` if it succeeded. */
  readonly reason: string | null
  /** Number of tables and views; `null` for services without tables and if the test failed. */
  readonly tables: number | null
  /** Problems that do not prevent the service from working. */
  readonly warnings: readonly string[]
}

/** The outcome of the last request to a service. */
export interface ServiceHealth {
  readonly healthy: boolean
  /** `null` if healthy. */
  readonly reason: string | null
  /** ISO 8601 with time zone. */
  readonly since: string
}

/** A service that the caller may use, as listed by the root of the API. */
export interface ListedService {
  readonly id: number
  readonly name: string
  readonly label?: string | null
  readonly type: string
  /** Where its API description is; absent if the caller may not read that, or the server does not say. */
  readonly spec_url?: string
}

export interface ListedType {
  readonly name: string
  readonly label?: string
  readonly group?: string | null
  /** Whether row filters of roles apply to its services. Absent: they do not, or the server does not say. */
  readonly filters_rows?: true
}

/** `GET /api/v2`, on any server. */
export interface RootAnswer {
  readonly services?: readonly ListedService[]
  readonly service_types?: readonly ListedType[]
  readonly resource?: readonly ListedService[]
}
