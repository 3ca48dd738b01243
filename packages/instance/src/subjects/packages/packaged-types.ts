import type { ResourceDeclaration } from '../system/resource.ts'

export const referredTypes = ['role', 'service', 'app', 'user', 'email_template'] as const

export type ReferredType = (typeof referredTypes)[number]

/** Something for each type that records refer to. */
export function forReferred<Made>(make: (type: ReferredType) => Made): Readonly<Record<ReferredType, Made>> {
  return {
    role: make('role'),
    service: make('service'),
    app: make('app'),
    user: make('user'),
    email_template: make('email_template'),
  }
}

/** By column, what a number in it names. */
export type References = Readonly<Record<string, ReferredType>>

/** Rows that travel inside of the record that they belong to. */
export interface NestedPart {
  readonly relation: string
  /** The columns that travel. */
  readonly columns: readonly string[]
  readonly references: References
  /** Rows that agree in these are the same; absent: those without an identifier are matched by name when written. */
  readonly sameBy?: readonly string[]
  /** There is one at most. */
  readonly single?: boolean
}

/** One resource of `system` whose records travel in packages (docs/wire/packages.md). */
export interface PackagedType {
  readonly name: string
  readonly declaration: ResourceDeclaration
  /** The column by which records of two instances are the same. */
  readonly key: 'name' | 'email' | 'path'
  readonly references: References
  /** Without one of its references a record would mean something else, and is left out. */
  readonly needsReferences?: boolean
  readonly nested: readonly NestedPart[]
}

/** In the order in which they are imported: what others refer to comes first. */
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

/** The types that travel, by their names on the wire. */
export type PackagedName =
  | ReferredType
  | 'admin'
  | 'cors'
  | 'lookup'
  | 'custom'
  | 'limit'
  | 'scheduler'
  | 'event_script'

/** `by`: what declares the records of each type. */
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
      // Their events may come with the same package.
      name: 'event_script',
      declaration: by.event_script,
      key: 'name',
      references: { storage_service_id: 'service' },
      nested: [],
    },
  ]
  return { all, named: new Map(all.map((type) => [type.name, type])) }
}

/** As what others refer to records of a type; null: none do. */
export function referredAs({ name }: PackagedType): ReferredType | null {
  return referredTypes.find((each) => each === name || (each === 'user' && name === 'admin')) ?? null
}

/** What records of these types name; settings of services may name anything but people. */
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
