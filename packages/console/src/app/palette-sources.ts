import { searchFilter } from '@millwright/contract/filter/search'
import type { CorsEntry } from '@millwright/contract/records/cors'
import type { EventScript } from '@millwright/contract/records/event-script'
import type { Admin } from '@millwright/contract/records/person'
import type { Role } from '@millwright/contract/records/role'
import type { Service } from '@millwright/contract/records/service'
import type { ListAnswer } from '@millwright/contract/wire/list'
import { configViews } from '../features/config/views.ts'
import type { RecordHit, RecordSource } from '../features/palette/palette-entry.ts'
import { scriptPath } from '../features/scripts/scripts-place.ts'
import { send } from '../instance/send.ts'
import type { TabName } from './tabs.ts'

type TabSource = RecordSource & {
  tab: TabName
  /** What it asks for under `system`; absent: nothing. */
  resource?: string
}

const most = 6

/** Records that the palette finds, each under the tab that shows it. */
export const paletteSources: readonly TabSource[] = [
  people('admins', 'Admins', 'system/admin'),
  people('users', 'Users', 'system/user'),
  named('roles', 'Roles', 'system/role'),
  named('apps', 'Apps', 'system/app'),
  source<Pick<Service, 'id' | 'name' | 'label'>>({
    tab: 'services',
    title: 'Services',
    collection: 'system/service',
    fields: 'id,name,label',
    searchFields: ['name', 'label', 'description', 'type'],
    hit: ({ id, name, label }) => ({ to: `/services/${id}`, label: label || name, hint: name }),
  }),
  named('limits', 'Limits', 'system/limit'),
  named('scheduler', 'Scheduler Tasks', 'system/scheduler'),
  source<Pick<EventScript, 'name'>>({
    tab: 'scripts',
    title: 'Scripts',
    collection: 'system/event_script',
    fields: 'name',
    searchFields: ['name'],
    hit: ({ name }) => ({ to: scriptPath(name), label: name }),
  }),
  named('config', 'Email Templates', 'system/email_template', '/config/email-templates'),
  named('config', 'Global Lookup Keys', 'system/lookup', '/config/lookup-keys'),
  source<Pick<CorsEntry, 'id' | 'path' | 'description'>>({
    tab: 'config',
    title: 'CORS',
    collection: 'system/cors',
    fields: 'id,path,description',
    searchFields: ['path', 'description'],
    order: 'path',
    hit: ({ id, path, description }) => ({
      to: `/config/cors/${id}`,
      label: path,
      ...(description && { hint: description }),
    }),
  }),
  { tab: 'config', title: 'Config', find: async (text) => viewHits(text) },
]

/** The views that every instance has. */
function viewHits(text: string): RecordHit[] {
  const wanted = text.trim().toLowerCase()
  const found = configViews.filter((view) => !('feature' in view) && view.title.toLowerCase().includes(wanted))
  return wanted === '' ? [] : found.map(({ id, title }) => ({ to: `/config/${id}`, label: title, hint: 'Config' }))
}

function people(tab: 'admins' | 'users', title: string, collection: string): TabSource {
  return source<Admin>({
    tab,
    title,
    collection,
    fields: 'id,name,email',
    searchFields: ['first_name', 'last_name', 'name', 'email'],
    hit: ({ id, name, email }) => ({ to: `/${tab}/${id}`, label: name || email, hint: email }),
  })
}

/** Records that are known by a name and described by a sentence. */
function named(tab: TabName, title: string, collection: string, path = `/${tab}`): TabSource {
  return source<Pick<Role, 'id' | 'name' | 'description'>>({
    tab,
    title,
    collection,
    fields: 'id,name,description',
    searchFields: ['name', 'description'],
    hit: ({ id, name, description }) => ({
      to: `${path}/${id}`,
      label: name,
      ...(description && { hint: description }),
    }),
  })
}

interface SourceParts<T> {
  readonly tab: TabName
  readonly title: string
  readonly collection: string
  readonly fields: string
  readonly searchFields: readonly string[]
  /** The field that hits are sorted by; absent: the name. */
  readonly order?: string
  readonly hit: (record: T) => RecordHit
}

function source<T>({ tab, title, collection, fields, searchFields, order = 'name', hit }: SourceParts<T>): TabSource {
  return {
    tab,
    title,
    resource: collection.replace('system/', ''),
    find: async (text, signal) => {
      const params = { filter: searchFilter(searchFields, text), fields, limit: most, order }
      const { data } = await send<ListAnswer<T>>({ verb: 'GET', path: collection, params, signal })
      return (data.resource ?? []).map(hit)
    },
  }
}
