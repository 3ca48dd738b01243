/**
 * A kind of service and the form of its settings, as `GET system/service_type` answers them (docs/wire/services.md). Servers
 * leave out what they do not know and add what we do not, so every member but the name is optional to a reader.
 */
export interface ServiceType {
  readonly name: string
  readonly label?: string | null
  readonly description?: string | null
  /** `Database`, `File`, `Script` and others; a server may have groups of its own. */
  readonly group?: string | null
  /** There is one of them from the start, and no second one can be made. */
  readonly singleton?: boolean
  /** `false`: known, but not to be had on this instance. Absent counts as `true`. */
  readonly available?: boolean
  /** Why not, as a sentence; null where it is. */
  readonly unavailable_reason?: string | null
  /** Behind the name of a service: what is read to find out whether its other side answers; null: there is nothing to find out. */
  readonly trial?: string | null
  readonly subscription_required?: string | null
  readonly dependencies_required?: unknown
  readonly service_definition_editable?: boolean
  /** Null for kinds without settings. */
  readonly config_schema?: readonly ConfigSchemaEntry[] | null
}

/** One setting of a kind, and how it is shown. */
export interface ConfigSchemaEntry {
  readonly name: string
  readonly label?: string | null
  readonly description?: string | null
  /** `string`, `text`, `password`, `integer`, `boolean`, `picklist`, `array`, `object` and others; open, as servers invent new ones. */
  readonly type?: string | null
  readonly required?: boolean
  readonly allow_null?: boolean
  readonly default?: unknown
  /** Greatest number of characters. */
  readonly length?: number | null
  /** Of a picklist; `name` is what is stored, and may be a number or null. */
  readonly values?: readonly ConfigOption[] | null
  /** Of an array: `string`, or the columns of its rows. */
  readonly items?: string | readonly ConfigSchemaEntry[] | null
  /** Of an object: what its names and its values are called. */
  readonly object?: { readonly key?: ConfigPart; readonly value?: ConfigPart } | null
  /** Of a `multi_picklist`. */
  readonly columns?: number | null
  readonly legend?: string | null
  /** Of a reference: the table, and the field that is stored. */
  readonly ref_table?: string | null
  readonly ref_field?: string | null
}

export interface ConfigOption {
  readonly name?: unknown
  readonly label?: string | null
  /** Of the choice of a driver: how it addresses a database. */
  readonly dsn?: string | null
  /** Of a group of options. */
  readonly items?: readonly ConfigOption[] | null
}

export interface ConfigPart {
  readonly label?: string | null
  readonly type?: string | null
}
