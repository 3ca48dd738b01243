import type { Admin } from '@millwright/contract/records/person'
import type { Role } from '@millwright/contract/records/role'
import type { ListAnswer } from '@millwright/contract/wire/list'
import type { RecordSource } from '../features/palette/palette-entry.ts'
import { send } from '../instance/send.ts'
import type { TabName } from './tabs.ts'

const most = 6

/** Records that the palette finds, each under the tab that shows it. */
export const paletteSources: readonly (RecordSource & { tab: TabName })[] = [
  {
    tab: 'admins',
    title: 'Admins',
    find: async (text, signal) => {
      const params = {
        filter: anyLike(['first_name', 'last_name', 'name', 'email'], text),
        fields: 'id,name,email',
        limit: most,
        order: 'name',
      }
      const { data } = await send<ListAnswer<Admin>>({ verb: 'GET', path: 'system/admin', params, signal })
      return (data.resource ?? []).map(({ id, name, email }) => ({
        to: `/admins/${id}`,
        label: name || email,
        hint: email,
      }))
    },
  },
  {
    tab: 'roles',
    title: 'Roles',
    find: async (text, signal) => {
      const params = {
        filter: anyLike(['name', 'description'], text),
        fields: 'id,name,description',
        limit: most,
        order: 'name',
      }
      const { data } = await send<ListAnswer<Role>>({ verb: 'GET', path: 'system/role', params, signal })
      return (data.resource ?? []).map(({ id, name, description }) => ({
        to: `/roles/${id}`,
        label: name,
        ...(description && { hint: description }),
      }))
    },
  },
]

/** A filter for a text within any of the fields; quotes and wildcards of the text itself are left out. */
export function anyLike(fields: readonly string[], text: string): string {
  const safe = text.replace(/["%\\]/g, '')
  return fields.map((field) => `(${field} like "%${safe}%")`).join(' or ')
}
