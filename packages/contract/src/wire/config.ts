/** The format of configuration that this version reads and writes. */
export const configFormat = 1

/** Members of a record as in files: names instead of ids and masks, without defaults. */
export type ConfigValues = Readonly<Record<string, unknown>>

/** One record of configuration (docs/wire/config.md). */
export interface ConfigRecord {
  /** The resource below `system`, such as `role`. */
  readonly type: string
  readonly name: string
  readonly values: ConfigValues
}

/** A record as it was sent, with the file that has it. */
export interface SentConfigRecord extends ConfigRecord {
  readonly file?: string
}

/** `GET system/config`: everything that is configuration, without secrets. */
export interface ConfigExport {
  readonly format: typeof configFormat
  readonly records: readonly ExportedConfigRecord[]
}

export interface ExportedConfigRecord extends ConfigRecord {
  /** Paths of the secrets that are stored and left out of `values`, such as `config.password`. */
  readonly secrets: readonly string[]
  /** Who manages the record; `null`: nobody. */
  readonly owner: string | null
}

/** The body of `POST system/config`. */
export interface ConfigRequest {
  readonly format: typeof configFormat
  readonly owner: string
  readonly records: readonly SentConfigRecord[]
  /** Takes over records that exist and have no owner. */
  readonly adopt?: boolean
  /** Whether records of the owner that are not sent are deleted; default: yes. */
  readonly prune?: boolean
  /** Allows deletions that take data out of reach. */
  readonly allow_destroy?: boolean
  /** The `plan` of an earlier answer: only that is applied. */
  readonly plan?: string
}

export interface ConfigDifference {
  /** A member, or a setting as `config.host`. */
  readonly field: string
  /** Absent for secrets. */
  readonly from?: unknown
  readonly to?: unknown
}

/** `adopt`: an existing record gets the owner; `release`: a record that cannot be deleted loses it. */
export type ConfigAction = 'create' | 'change' | 'adopt' | 'release' | 'delete'

/** What happens to one record. Records that stay as they are have no entry. */
export interface ConfigChange {
  readonly action: ConfigAction
  readonly type: string
  readonly name: string
  readonly file?: string
  readonly differences: readonly ConfigDifference[]
  /** For deletions: what depends on the record, as resource and names. */
  readonly dependents?: readonly {
    readonly resource: string
    readonly names: readonly string[]
    readonly count: number
  }[]
  /** For deletions of apps, roles and services: their requests of the last 30 days, if they are counted. */
  readonly requests_30d?: number
  /** Whether the deletion takes data out of reach. */
  readonly destroys?: true
  /** What the change of a table loses, as sentences. */
  readonly loses?: readonly string[]
  /** For new records: the deleted one of the same type with the same values, as if the file was renamed. */
  readonly same_as?: string
}

/** The answer of `POST system/config`. */
export interface ConfigPlan {
  readonly owner: string
  /** Names this plan; another state of the instance or other records give another text. */
  readonly plan: string
  readonly applied: boolean
  readonly changes: readonly ConfigChange[]
  /** Number of records that stay as they are. */
  readonly unchanged: number
}

/** A fault of a sent record, in the `context.problems` of a refusal. */
export interface ConfigProblem {
  readonly type: string
  readonly name: string
  /** The member, with those that it is in: `access.0.service`. Absent: the record as a whole. */
  readonly field?: string
  readonly message: string
}

/** A fault of a folder. `file`: null if it is in none, such as a deletion that is not allowed; `line`: null if it is the file as a whole. */
export interface PlacedProblem {
  readonly file: string | null
  readonly line: number | null
  readonly message: string
}

/** A placeholder without a value, and where it is. */
export interface MissingValue extends ConfigPlaceholder {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** The answer of `POST system/config/folder`, which also names the overlays that the folder has. */
export interface ConfigFolderPlan extends ConfigPlan {
  readonly overlays: readonly string[]
}

/** The `context` of a refusal of a folder. `missing`: placeholders for which `values` has nothing. */
export interface ConfigFolderRefusal {
  readonly problems: readonly PlacedProblem[]
  readonly missing: readonly MissingValue[]
  readonly overlays: readonly string[]
}

/** `GET system/config/drift`: how managed records differ from the last apply. */
export interface ConfigDrift {
  readonly records: readonly DriftedRecord[]
}

export interface DriftedRecord {
  readonly type: string
  readonly name: string
  readonly owner: string
  readonly file: string | null
  readonly action: 'change' | 'delete'
  readonly differences: readonly ConfigDifference[]
}

/** `GET system/config/managed`: the records that folders manage; with `type`, those of one type. */
export interface ManagedRecords {
  /** Whether managed records can only be changed by an apply. */
  readonly locked: boolean
  readonly records: readonly Pick<DriftedRecord, 'type' | 'name' | 'owner' | 'file'>[]
}

/** `GET system/config/text`: the files of one record, as an export would write them now. */
export interface ConfigFileTexts {
  readonly files: readonly { readonly path: string; readonly text: string }[]
}

/**
 * A file for each record of a folder, or one file for all of them. `deep`: the folder has folders with the first part of the names, up to the
 * slash in them.
 */
export type ConfigFiles =
  | { readonly folder: string; readonly texts?: readonly ConfigText[]; readonly deep?: boolean }
  | { readonly file: string }

/** A text of a record that is a file of its own, beside the file of the record. */
export interface ConfigText {
  readonly column: string
  /** The ending of the file, or endings by the value of another member; for other values, the text stays in the file of the record. */
  readonly ending: string | { readonly by: string; readonly endings: Readonly<Record<string, string>> }
}

/** A JSON Schema, as far as this writes it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** `GET system/config/schema`: JSON Schemas of the manifest of a folder, and of the files with the records of each type. */
export interface ConfigSchemas {
  readonly format: typeof configFormat
  readonly manifest: JsonSchema
  readonly files: readonly { readonly type: string; readonly schema: JsonSchema }[]
}

/** `GET system/config/layout`: where folders have the records of each type. */
export interface ConfigLayout {
  readonly format: typeof configFormat
  readonly types: readonly { readonly type: string; readonly files: ConfigFiles }[]
}

/** A placeholder for a value that the folder does not have. */
export interface ConfigPlaceholder {
  /** Where the value is: in an environment variable, or in a file. */
  readonly source: 'env' | 'file'
  readonly name: string
}

/** A part of a text: what is written, or a placeholder. */
export type TextPart = string | ConfigPlaceholder

const form = /(\$?)\$\{(env|file):([^}]*)\}/g

/** The parts of a text in a file of configuration. `$${env:NAME}` is the text `${env:NAME}` (docs/wire/config.md). */
export function placeholderParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let written = ''
  let from = 0
  for (const found of text.matchAll(form)) {
    const [whole, mark, source, name = ''] = found
    written += text.slice(from, found.index)
    from = found.index + whole.length
    if (mark === '$') written += whole.slice(1)
    else {
      if (written !== '') parts.push(written)
      written = ''
      parts.push({ source: source === 'env' ? 'env' : 'file', name: name.trim() })
    }
  }
  written += text.slice(from)
  return written === '' && parts.length > 0 ? parts : [...parts, written]
}

/** A text as files have it, so that nothing in it is read as a placeholder. */
export const escapePlaceholders = (text: string) => text.replace(form, (whole) => `$${whole}`)
