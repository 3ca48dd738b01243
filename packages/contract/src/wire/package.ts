/** What an import would do with one item of a package. */
export interface PackagePlanLine {
  /** `system/role`, `db/_schema`, and of files the name of their service. */
  readonly type: string
  readonly name: string
  readonly action: 'create' | 'change' | 'leave'
  readonly differences: readonly { readonly field: string; readonly from?: unknown; readonly to?: unknown }[]
}

/** `POST system/package`: of an export where the package lies, of an import what was done, of a plan what would be. */
export interface PackageAnswer {
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
