import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Column, DeclaredTable } from '../../../records/system/declared-table.ts'
import type { ColumnAuthority } from '../../../records/system/table-authority.ts'
import type { TableName } from '../../../store/tables.ts'
import type { OutsideRecords } from '../../ground/system/outside-records.ts'
import type { KeptSettings, ResourceDeclaration, Travelling, TravellingRows } from '../../ground/system/resource.ts'

export const referredTypes = ['role', 'service', 'app', 'user', 'email_template'] as const

export type ReferredType = (typeof referredTypes)[number]

/** Builds an object with a value for each type that records refer to. */
export function forReferred<Made>(make: (type: ReferredType) => Made): Readonly<Record<ReferredType, Made>> {
  return {
    role: make('role'),
    service: make('service'),
    app: make('app'),
    user: make('user'),
    email_template: make('email_template'),
  }
}

/** The type that each id column refers to, by column. */
export type References = Readonly<Record<string, ReferredType>>

/** Nested rows that are exported with the record to which they belong. */
export interface NestedPart {
  readonly relation: string
  readonly target: DeclaredTable
  /** What files of configuration call the rows. */
  readonly as: string
  /** The exported columns. */
  readonly columns: readonly string[]
  readonly references: References
  /** Columns by which rows are matched. If absent, rows without an id are matched by name when written. */
  readonly sameBy?: readonly string[]
  /** Whether there is at most one row. */
  readonly single: boolean
}

/** A resource of `system` whose records travel to other instances (docs/wire/packages.md). */
export interface PackagedType {
  readonly name: string
  readonly declaration: ResourceDeclaration
  readonly travels: Travelling
  /** The column by which records of two instances are matched. */
  readonly key: Travelling['key']
  readonly references: References
  /** Whether a record is omitted if one of its references is unresolved, as it would mean something else. */
  readonly needsReferences: boolean
  readonly nested: readonly NestedPart[]
  /** The settings of a service type, which refer to other records. */
  readonly settingsOf: (serviceType: string) => ConfigFields
  /** How its records are read and written; `null`: as rows of the declared table. */
  readonly kept: KeptSettings | null
  /** How its records are read and written outside of the store; `null`: they are in it. */
  readonly outside: OutsideRecords | null
}

/** In the order of import: records come after those that they refer to. */
export interface PackagedTypes {
  readonly all: readonly PackagedType[]
  readonly named: ReadonlyMap<string, PackagedType>
  /** Types that only folders of configuration have, after all that they refer to. */
  readonly kept: readonly PackagedType[]
}

/** The packaged types of declarations, in the order of import. */
export function createPackagedTypes(
  declarations: readonly ResourceDeclaration[],
  keptSettings: readonly (KeptSettings | OutsideRecords)[],
  kinds: ServiceKinds,
): PackagedTypes {
  const all = declarations.flatMap((declaration) => typeOf(declaration, null, null))
  const kept = keptSettings.flatMap((each) =>
    'losses' in each ? typeOf(each.declaration, null, each) : typeOf(each.declaration, each, null),
  )
  return { all, named: new Map(all.map((type) => [type.name, type])), kept }

  function typeOf(
    declaration: ResourceDeclaration,
    keptAs: KeptSettings | null,
    outside: OutsideRecords | null,
  ): PackagedType[] {
    const { name, travels, declared } = declaration
    if (typeof travels === 'string') return []
    const { key, needsReferences = false, nested = [] } = travels
    const parts = nested.map((rows) => nestedPart(declaration, rows))
    const settingsOf = (type: string) => kinds.of(type)?.config ?? {}
    const references = referencesOf(declared)
    const shape = { name, declaration, travels, key, references, needsReferences, nested: parts, settingsOf }
    return [{ ...shape, kept: keptAs, outside }]
  }
}

function nestedPart({ name, relations }: ResourceDeclaration, rows: TravellingRows): NestedPart {
  const relation = relations.find((each) => each.name === rows.relation)
  if (relation?.kind !== 'hasMany' && relation?.kind !== 'hasOne') {
    throw new Error(`Records of ${name} have no rows of their own in '${rows.relation}'.`)
  }
  const { target, foreignKey, kind } = relation
  const columns = target.columns.filter((column) => column.name !== foreignKey && travels(column))
  const references = Object.entries(referencesOf(target)).filter(([column]) => column !== foreignKey)
  return {
    ...rows,
    target,
    columns: columns.map((column) => column.name),
    references: Object.fromEntries(references),
    single: kind === 'hasOne',
  }
}

/** Whether a column is stored as callers write it, other than what the instance notes by itself. */
export const travels = ({ stored, field }: Column) => stored && field.mode === undefined

function referencesOf({ columns, authority }: DeclaredTable): References {
  const found = columns.filter(travels).flatMap(({ name, references }) => {
    const table = references ?? namedTable(authority?.columns[name])
    const type = referredTypes.find((each) => each === table)
    return type === undefined ? [] : [[name, type] as const]
  })
  return Object.fromEntries(found)
}

function namedTable(authority: ColumnAuthority | undefined): TableName | null {
  const [first] = [authority ?? []].flat().filter((each) => typeof each === 'object')
  return first?.names ?? null
}

/** The type by which others refer to these records, or `null` if none do. */
export function referredAs({ name }: PackagedType): ReferredType | null {
  return referredTypes.find((each) => each === name || (each === 'user' && name === 'admin')) ?? null
}

/** The types that records of these types refer to. Settings of services can refer to all but people. */
export function refersTo(names: readonly string[], types: PackagedTypes): ReadonlySet<ReferredType> {
  const named = names.flatMap((name) => {
    const type = types.named.get(name)
    if (type === undefined) return []
    if (type.name === 'service') return referredTypes.filter((each) => each !== 'user')
    return [type.references, ...type.nested.map(({ references }) => references)].flatMap((each) => Object.values(each))
  })
  return new Set(named)
}

export function isPerson({ name }: PackagedType): boolean {
  return name === 'user' || name === 'admin'
}
