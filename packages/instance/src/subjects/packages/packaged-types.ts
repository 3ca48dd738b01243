import type { ResourceDeclaration } from '../system/resource.ts'

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
  /** The exported columns. */
  readonly columns: readonly string[]
  readonly references: References
  /** Columns by which rows are matched. If absent, rows without an id are matched by name when written. */
  readonly sameBy?: readonly string[]
  /** Whether there is at most one row. */
  readonly single?: boolean
}

/** A resource of `system` whose records can be packaged (docs/wire/packages.md). */
export interface PackagedType {
  readonly name: string
  readonly declaration: ResourceDeclaration
  /** The column by which records of two instances are matched. */
  readonly key: 'name' | 'email' | 'path'
  readonly references: References
  /** Whether a record is omitted if one of its references is unresolved, as it would mean something else. */
  readonly needsReferences?: boolean
  readonly nested: readonly NestedPart[]
}

/** In the order of import: records come after those that they refer to. */
export interface PackagedTypes {
  readonly all: readonly PackagedType[]
  readonly named: ReadonlyMap<string, PackagedType>
}

const keyColumns = ['name', 'value', 'private', 'description', 'allow_user_update', 'allow_admin_update']

const lookupsBy = (relation: string): NestedPart => ({ relation, columns: keyColumns, references: {} })

const person = {
  key: 'email',
  references: { default_app_id: 'app' },
  nested: [
    {
      relation: 'user_to_app_to_role_by_user_id',
      columns: ['app_id', 'role_id'],
      references: { app_id: 'app', role_id: 'role' },
      sameBy: ['app_id'],
    },
    lookupsBy('lookup_by_user_id'),
  ],
} as const satisfies Partial<PackagedType>

/** The packaged types, by API name. */
export type PackagedName =
  | ReferredType
  | 'admin'
  | 'cors'
  | 'lookup'
  | 'custom'
  | 'limit'
  | 'scheduler'
  | 'event_script'

/** `by`: the declaration of each type's records. */
export function createPackagedTypes(by: Readonly<Record<PackagedName, ResourceDeclaration>>): PackagedTypes {
  const all: PackagedType[] = [
    {
      name: 'service',
      declaration: by.service,
      key: 'name',
      references: {},
      nested: [{ relation: 'service_doc_by_service_id', columns: ['format', 'content'], references: {}, single: true }],
    },
    {
      name: 'role',
      declaration: by.role,
      key: 'name',
      references: {},
      nested: [
        {
          relation: 'role_service_access_by_role_id',
          columns: ['service_id', 'component', 'verb_mask', 'requestor_mask', 'filters', 'filter_op'],
          references: { service_id: 'service' },
          sameBy: ['service_id', 'component', 'requestor_mask'],
        },
        lookupsBy('lookup_by_role_id'),
      ],
    },
    {
      name: 'app',
      declaration: by.app,
      key: 'name',
      references: { role_id: 'role', storage_service_id: 'service' },
      nested: [lookupsBy('lookup_by_app_id')],
    },
    { name: 'user', declaration: by.user, ...person },
    { name: 'admin', declaration: by.admin, ...person },
    { name: 'cors', declaration: by.cors, key: 'path', references: {}, nested: [] },
    { name: 'email_template', declaration: by.email_template, key: 'name', references: {}, nested: [] },
    { name: 'lookup', declaration: by.lookup, key: 'name', references: {}, nested: [] },
    { name: 'custom', declaration: by.custom, key: 'name', references: {}, nested: [] },
    {
      name: 'limit',
      declaration: by.limit,
      key: 'name',
      references: { user_id: 'user', role_id: 'role', service_id: 'service' },
      needsReferences: true,
      nested: [],
    },
    {
      name: 'scheduler',
      declaration: by.scheduler,
      key: 'name',
      references: { service_id: 'service', app_id: 'app', user_id: 'user' },
      needsReferences: true,
      nested: [],
    },
    {
      // Their events can be in the same package.
      name: 'event_script',
      declaration: by.event_script,
      key: 'name',
      references: { storage_service_id: 'service' },
      nested: [],
    },
  ]
  return { all, named: new Map(all.map((type) => [type.name, type])) }
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
