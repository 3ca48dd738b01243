import { apiKeyHeader } from '../headers.ts'

/** The format of packages without an archive, which all implementations share (docs/wire/packages.md). */
export const configPackageFormat = `${apiKeyHeader.split('-')[1]?.toLowerCase()}.config/v1`

/** What an import would do with one item of a package. */
export interface PackagePlanLine {
  /** For example `system/role` or `db/_schema`; for files the name of their service. */
  readonly type: string
  readonly name: string
  readonly action: 'create' | 'change' | 'leave'
  readonly differences: readonly { readonly field: string; readonly from?: unknown; readonly to?: unknown }[]
}

/** A record of `system`, or the service of tables or files. */
interface Named {
  readonly type: string
  readonly name: string
}

/** What a package contains. */
export interface PackageSize {
  /** Of `system`. */
  readonly records: number
  /** Definitions of tables. */
  readonly tables: number
  /** Of large tables as the database estimates them. */
  readonly rows: number
  readonly files: number
  /** Before compression; of rows by a sample. */
  readonly bytes: number
}

/** How large an export would be, what it would refer to without containing it, and the secrets that it would leave out. */
export interface PackageNeeds {
  readonly size: PackageSize
  /** By type, such as `service` or `user`; `by` names some of the content that refers to it. */
  readonly needs: readonly { readonly type: string; readonly name: string; readonly by: readonly Named[] }[]
  /** Names of the fields, such as `config.password`. */
  readonly secrets: readonly { readonly type: string; readonly name: string; readonly fields: readonly string[] }[]
  /** Whether there are more than are listed. */
  readonly more: boolean
}

/** `POST system/package`: for an export the location of the package, for an import what was imported, for a plan what would be. */
export interface PackageAnswer extends Partial<PackageNeeds> {
  readonly success?: boolean
  readonly path?: string
  readonly is_public?: boolean
  readonly log?: {
    readonly notice?: readonly string[]
    readonly warning?: readonly string[]
    readonly error?: readonly string[]
  }
  readonly items?: readonly PackagePlanLine[]
  readonly warnings?: readonly string[]
}
