import type { FieldValidation, RelationType } from '@millwright/contract/wire/table-schema'
import type { StoredFunction } from '../../../../records/functions/field-function.ts'

/** Metadata that administrators add to a table beyond what its database stores. */
export interface TableExtras {
  readonly alias: string | null
  readonly label: string | null
  readonly plural: string | null
  readonly description: string | null
  readonly nameField: string | null
  /** Whether row changes are recorded. */
  readonly history: boolean
}

export interface FieldExtras {
  readonly alias: string | null
  readonly label: string | null
  readonly description: string | null
  /** The chosen simple type, if the database type does not imply it; for a virtual field, the type of its result. */
  readonly type: string | null
  readonly picklist: readonly string[] | null
  readonly validation: FieldValidation | null
  readonly clientInfo: string | null
  readonly dbFunctions: readonly StoredFunction[] | null
  readonly isVirtual: boolean
  readonly isAggregate: boolean
}

export interface RelationExtras {
  readonly alias: string | null
  readonly label: string | null
  readonly description: string | null
  readonly alwaysFetch: boolean
  readonly flatten: boolean
  readonly flattenDropPrefix: boolean
}

/** A relation without a constraint; services by their id, fields as comma-separated lists. */
export interface VirtualRelation {
  readonly type: RelationType
  readonly field: string
  readonly refServiceId: number
  readonly refTable: string
  readonly refField: string
  readonly refOnUpdate: string | null
  readonly refOnDelete: string | null
  readonly junctionServiceId: number | null
  readonly junctionTable: string | null
  readonly junctionField: string | null
  readonly junctionRefField: string | null
}

/** The extras of a service, by table names on the wire. */
export interface ServiceExtras {
  readonly tables: ReadonlyMap<string, TableExtras>
  /** By table, then by field. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, FieldExtras>>
  /** By table, then by the relation's name in lower case. */
  readonly relations: ReadonlyMap<string, ReadonlyMap<string, RelationExtras>>
  readonly virtualRelations: ReadonlyMap<string, readonly VirtualRelation[]>
  /** Names of other services that virtual relations refer to, by id. */
  readonly serviceNames: ReadonlyMap<number, string>
}

export const noTableExtras: TableExtras = {
  alias: null,
  label: null,
  plural: null,
  description: null,
  nameField: null,
  history: false,
}

export const noFieldExtras: FieldExtras = {
  alias: null,
  label: null,
  description: null,
  type: null,
  picklist: null,
  validation: null,
  clientInfo: null,
  dbFunctions: null,
  isVirtual: false,
  isAggregate: false,
}

export const noRelationExtras: RelationExtras = {
  alias: null,
  label: null,
  description: null,
  alwaysFetch: false,
  flatten: false,
  flattenDropPrefix: false,
}

export const noExtras: ServiceExtras = {
  tables: new Map(),
  fields: new Map(),
  relations: new Map(),
  virtualRelations: new Map(),
  serviceNames: new Map(),
}
