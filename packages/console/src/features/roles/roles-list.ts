import type { ColumnOf, ListDeclaration } from '../../widgets/records/list-declaration/declaration.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { roleMessages } from './messages.ts'

type Role = { readonly [field: string]: unknown }

const columns: readonly ColumnOf<'system/role', Role>[] = [
  { field: 'id', label: 'ID', kind: 'number', width: 72 },
  {
    field: 'name',
    get label() {
      return tabWords.name
    },
    kind: 'text',
    width: 220,
    grow: true,
    narrow: true,
    link: true,
  },
  {
    field: 'description',
    get label() {
      return tabWords.description
    },
    kind: 'text',
    width: 320,
    grow: true,
  },
  {
    field: 'is_active',
    get label() {
      return tabWords.active
    },
    kind: 'boolean',
    width: 72,
    narrow: true,
  },
  {
    field: 'created_date',
    get label() {
      return roleMessages.createdDate
    },
    kind: 'date',
    width: 130,
    hidden: true,
  },
  {
    field: 'last_modified_date',
    get label() {
      return tabWords.modified
    },
    kind: 'date',
    width: 130,
    hidden: true,
  },
]

export function roleName({ name, id }: Role): string {
  return typeof name === 'string' && name !== '' ? name : roleMessages.roleId({ id: `${id}` })
}

/** Declares the list of the Roles tab. */
export const rolesList: ListDeclaration<Role> = {
  collection: 'role',
  path: '/roles',
  get one() {
    return roleMessages.one
  },
  get many() {
    return roleMessages.many
  },
  nameOf: roleName,
  columns,
  searchFields: ['name', 'description'],
  messages: roleMessages,
  returnHomeOn: 'no-access',
  bulkFields: [
    {
      field: 'is_active',
      get label() {
        return tabWords.active
      },
      kind: 'boolean',
    },
  ],
  create: {
    get label() {
      return commonWords.create
    },
    first: roleMessages.createFirst,
  },
  importExport: true,
  exportRelated: ['role_service_access_by_role_id', 'lookup_by_role_id'],
  canDuplicate: true,
}
