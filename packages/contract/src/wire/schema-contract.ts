/** Schema contracts: the shape of a service's tables that callers can rely on (docs/wire/schema-contracts.md). */

export const contractModes = ['none', 'auto', 'strict'] as const
export const contractEnforcements = ['off', 'shape_response', 'strict'] as const
export type ContractMode = (typeof contractModes)[number]
export type ContractEnforcement = (typeof contractEnforcements)[number]

/** Ordered from the most to the least noticeable for callers. */
export const driftSeverities = ['breaking', 'potentially_breaking', 'additive', 'cosmetic'] as const
export type DriftSeverity = (typeof driftSeverities)[number]

/** One difference between a locked shape and another shape. */
export interface DriftChange {
  readonly severity: DriftSeverity
  /** Such as `field.removed`. */
  readonly kind: string
  /** Path in the document, such as `fields.email.type`. */
  readonly path: string
  readonly table: string
  readonly detail: Readonly<Record<string, unknown>>
}

export interface DriftSummary {
  readonly breaking_count: number
  readonly potentially_breaking_count: number
  readonly additive_count: number
  readonly cosmetic_count: number
  readonly total_changes: number
}

export interface DocumentedField {
  readonly name: string
  readonly alias: string | null
  readonly label: string
  readonly description: string | null
  readonly type: string
  readonly element_type: string | null
  readonly db_type: string | null
  readonly native_type: string | null
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
  readonly default: unknown
  readonly required: boolean
  readonly allow_null: boolean
  readonly auto_increment: boolean
  readonly read_only: boolean
  readonly generated: boolean
  readonly is_primary_key: boolean
  readonly is_unique: boolean
  readonly is_index: boolean
  readonly is_foreign_key: boolean
  readonly ref: { readonly table: string; readonly field: string } | null
  readonly enum: { readonly values: readonly string[]; readonly name: string | null } | null
  readonly validation: Readonly<Record<string, unknown>> | null
  readonly openapi: Readonly<Record<string, unknown>>
  readonly native: Readonly<Record<string, unknown>>
}

export interface DocumentedRelationship {
  readonly name: string
  readonly alias: string | null
  readonly label: string
  readonly type: string
  /** What the relation points to, such as `id → order.customer_id`. */
  readonly target: string
}

/** The shape of a table, as stored in a snapshot. */
export interface TableDocument {
  readonly name: string
  readonly catalog: string | null
  readonly schema: string | null
  readonly label: string
  readonly type: 'table' | 'view'
  readonly description: string | null
  readonly fields: readonly DocumentedField[]
  readonly primary_key: readonly string[]
  readonly indexes: readonly never[]
  readonly relationships: readonly DocumentedRelationship[]
  readonly openapi: Readonly<Record<string, unknown>>
  readonly native: Readonly<Record<string, unknown>>
}

export function isContractMode(value: unknown): value is ContractMode {
  return contractModes.some((each) => each === value)
}

export function isContractEnforcement(value: unknown): value is ContractEnforcement {
  return contractEnforcements.some((each) => each === value)
}
