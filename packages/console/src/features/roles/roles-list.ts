import type { ColumnOf, ListDeclaration } from '../../widgets/records/list-declaration/declaration.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { roleMessages } from './messages.ts'

type Role = { readonly [field: string]: unknown }

const columns: readonly ColumnOf<'system/role', Role>[] = [
  { field: 'id', label: 'ID', kind: 'number', width: 72 },
  {
    field: 'name',
    label: tabWords.name,
    kind: 'text',
    width: 220,
    grow: true,
    narrow: true,
    link: true,
  },
  {
    field: 'description',
    label: tabWords.description,
    kind: 'text',
    width: 320,
    grow: true,
  },
  {
    field: 'is_active',
    label: tabWords.active,
    kind: 'boolean',
    width: 72,
    narrow: true,
  },
  {
    field: 'created_date',
    label: roleMessages.createdDate,
    kind: 'date',
    width: 130,
    hidden: true,
  },
  {
    field: 'last_modified_date',
    label: tabWords.modified,
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
  one: roleMessages.one,
  many: roleMessages.many,
  nameOf: roleName,
  columns,
  searchFields: ['name', 'description'],
  messages: roleMessages,
  returnHomeOn: 'no-access',
  bulkFields: [
    {
      field: 'is_active',
      label: tabWords.active,
      kind: 'boolean',
    },
  ],
  create: {
    label: commonWords.create,
    first: roleMessages.createFirst,
  },
  importExport: true,
  exportRelated: ['role_service_access_by_role_id', 'lookup_by_role_id'],
  canDuplicate: true,
}
