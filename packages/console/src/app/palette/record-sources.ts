import { searchFilter } from '@millwright/contract/filter/print'
import type { App } from '@millwright/contract/records/app'
import type { CorsEntry } from '@millwright/contract/records/cors'
import type { EventScript } from '@millwright/contract/records/event-script'
import { secretMask } from '@millwright/contract/records/lookup'
import type { Admin } from '@millwright/contract/records/person'
import type { Role } from '@millwright/contract/records/role'
import type { Service } from '@millwright/contract/records/service'
import type { ListAnswer } from '@millwright/contract/wire/list'
import { configViews } from '../../features/config/views.ts'
import { type PaletteEntry, type PaletteSource, placeEntry } from '../../features/palette/palette-entry.ts'
import { scriptPath } from '../../features/scripts/scripts-place.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { commonWords } from '../../words/messages.ts'
import type { TabName } from '../tabs.ts'
import { t } from './messages.ts'

type TabSource = PaletteSource & {
  tab: TabName
  /** The resource that it requests under `system`. */
  resource: string
}

const maxAmongOthers = 6

/** Records that the palette finds, each with the tab that shows it. */
export const recordSources: readonly TabSource[] = [
  people('admins', () => t.admins, 'system/admin'),
  people('users', () => commonWords.users, 'system/user'),
  named('roles', () => commonWords.roles, 'system/role'),
  named('apps', () => commonWords.apps, 'system/app'),
  source<Pick<Service, 'id' | 'name' | 'label'>>({
    tab: 'services',
    title: commonWords.services,
    collection: 'system/service',
    fields: 'id,name,label',
    searchFields: ['name', 'label', 'description', 'type'],
    entry: ({ id, name, label }) => placeEntry({ to: `/services/${id}` }, label || name, name),
  }),
  named('limits', () => t.limits, 'system/limit'),
  named('scheduler', () => t.schedulerTasks, 'system/scheduler'),
  source<Pick<EventScript, 'name'>>({
    tab: 'scripts',
    title: commonWords.scripts,
    collection: 'system/event_script',
    fields: 'name',
    searchFields: ['name'],
    entry: ({ name }) => placeEntry({ to: scriptPath(name) }, name),
  }),
  named('config', () => t.emailTemplates, 'system/email_template', '/config/email-templates'),
  named('config', () => t.globalLookupKeys, 'system/lookup', '/config/lookup-keys'),
  source<Pick<CorsEntry, 'id' | 'path' | 'description'>>({
    tab: 'config',
    title: 'CORS',
    collection: 'system/cors',
    fields: 'id,path,description',
    searchFields: ['path', 'description'],
    order: 'path',
    entry: ({ id, path, description }) => placeEntry({ to: `/config/cors/${id}` }, path, description),
  }),
]

/** Returns the views of the Config tab that this server supports. */
export function configEntries(hasFeature: (name: string) => boolean): readonly PaletteEntry[] {
  return configViews
    .filter((view) => !('feature' in view) || hasFeature(view.feature))
    .map(({ id, title }) => placeEntry({ to: `/config/${id}` }, title, t.config))
}

/** Apps by name; choosing one copies its API key, which is only loaded then. */
export const appKeySource: PaletteSource = source<Pick<App, 'id' | 'name'>>({
  tab: 'apps',
  title: commonWords.apps,
  collection: 'system/app',
  fields: 'id,name',
  searchFields: ['name', 'description'],
  most: 50,
  entry: ({ id, name }) => ({
    id: `copy-key:${id}`,
    label: name,
    act: { kind: 'do', run: () => copyKey(id, name) },
  }),
})

async function copyKey(id: number, name: string): Promise<void> {
  try {
    const params = { fields: 'id,api_key' }
    const { data } = await send({ verb: 'GET', path: `system/app/${id}`, params })
    if (data.api_key === secretMask) throw new InstanceError(t.keyHidden)
    if (!data.api_key || !navigator.clipboard) throw new Error(t.nothingToCopy)
    await navigator.clipboard.writeText(data.api_key)
    notify({ type: 'success', title: commonWords.apps, text: t.apiKeyCopied({ name }) })
  } catch (error) {
    if (error instanceof InstanceError) notifyError(error)
    else notify({ type: 'error', title: commonWords.apps, text: t.copyFailed })
  }
}

function people(tab: 'admins' | 'users', title: () => string, collection: string): TabSource {
  return source<Admin>({
    tab,
    get title() {
      return title()
    },
    collection,
    fields: 'id,name,email',
    searchFields: ['first_name', 'last_name', 'name', 'email'],
    entry: ({ id, name, email }) => placeEntry({ to: `/${tab}/${id}` }, name || email, email),
  })
}

/** Creates a source of records with a name and a description. */
function named(tab: TabName, title: () => string, collection: string, path = `/${tab}`): TabSource {
  return source<Pick<Role, 'id' | 'name' | 'description'>>({
    tab,
    get title() {
      return title()
    },
    collection,
    fields: 'id,name,description',
    searchFields: ['name', 'description'],
    entry: ({ id, name, description }) => placeEntry({ to: `${path}/${id}` }, name, description),
  })
}

interface SourceParts<T> {
  readonly tab: TabName
  readonly title: string
  readonly collection: string
  readonly fields: string
  readonly searchFields: readonly string[]
  /** The field by which hits are sorted; the name by default. */
  readonly order?: string
  /** Maximum number of hits; by default a few, as there are other sources. */
  readonly most?: number
  readonly entry: (record: T) => PaletteEntry
}

function source<T>(parts: SourceParts<T>): TabSource {
  const { tab, collection, fields, searchFields, order = 'name', most = maxAmongOthers, entry } = parts
  return {
    tab,
    get title() {
      return parts.title
    },
    resource: collection.replace('system/', ''),
    find: async (text, signal) => {
      const filter = text === '' ? {} : { filter: searchFilter(searchFields, text) }
      const params = { ...filter, fields, limit: most, order }
      const { data } = await send<ListAnswer<T>>({ verb: 'GET', path: collection, params, signal })
      return (data.resource ?? []).map(entry)
    },
  }
}
