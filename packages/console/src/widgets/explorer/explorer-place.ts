import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { t } from './messages.ts'

/** A service or an object in it, as shown by the explorer. */
export interface ExplorerPlace {
  readonly service: string
  readonly kind: 'service' | 'table' | 'procedure' | 'function' | 'folder'
  /** Name of a table in `_table`, or path of a folder without outer slashes; empty for a service. */
  readonly name: string
}

export type Pane = 'rows' | 'structure' | 'files' | 'access' | 'api' | 'scripts'

/** What a service contains: tables, folders, or nothing that the explorer shows. */
export type ServiceKind = 'database' | 'files' | 'other'

export interface Address {
  readonly to: string
  readonly search: Readonly<Record<string, string>>
}

/** The place and pane that a URL shows. */
export interface Shown {
  /** `null` for the tab itself. */
  readonly place: ExplorerPlace | null
  readonly pane: Pane
}

/** The parts of a console URL that determine what is shown. */
export interface AddressParts {
  readonly pathname: string
  readonly params: Readonly<Record<string, string | undefined>>
  readonly search: Readonly<Record<string, unknown>>
}

const panesByTab: Readonly<Record<string, Pane>> = {
  data: 'rows',
  schema: 'structure',
  'file-manager': 'files',
  access: 'access',
  apidocs: 'api',
  scripts: 'scripts',
}

/** Reads what a URL shows; `null` outside the explorer. In the URL of its structure, a table has its database name. */
export function readAddress({ pathname, params, search }: AddressParts): Shown | null {
  const [, tab = ''] = pathname.split('/')
  const pane = panesByTab[tab]
  if (pane === undefined) return null
  const { id = '', entry, table } = params
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : '')
  switch (pane) {
    case 'rows':
      return { pane, place: placeIn(id, entry === undefined ? '' : `_table/${entry}`) }
    case 'structure':
      return { pane, place: placeIn(id, entry === 'table' && table !== undefined ? `_table/${table}` : '') }
    case 'files': {
      const [service = '', ...folders] = trimmed(text('path')).split('/')
      return { pane, place: placeIn(service, folders.filter(Boolean).join('/')) }
    }
    case 'scripts':
      return { pane, place: scriptPlace(id === '' ? text('find') : id) }
    default:
      return { pane, place: placeIn(id, text('component')) }
  }
}

const parts = { table: '_table', procedure: '_proc', function: '_func' } as const

/** The place of a component as used in access rules; `null` without a service. */
function placeIn(service: string, component: string): ExplorerPlace | null {
  if (service === '') return null
  for (const kind of ['table', 'procedure', 'function'] as const) {
    const start = `${parts[kind]}/`
    if (component.startsWith(start) && component.length > start.length)
      return { service, kind, name: component.slice(start.length) }
  }
  const folder = component.startsWith('_') ? '' : trimmed(component)
  return folder === '' ? { service, kind: 'service', name: '' } : { service, kind: 'folder', name: folder }
}

/** The place of an access rule or limit: a pattern for everything below an object refers to that object. `null` without a service. */
export function placeOfRule(service: string | null, component: string): ExplorerPlace | null {
  if (service === null) return null
  const place = placeIn(service, component.replace(/\*$/, '').replace(/\/+$/, ''))
  if (place === null || place.kind === 'folder') return place
  const [name = ''] = place.name.split('/')
  return name.startsWith('{') ? placeIn(service, '') : { ...place, name }
}

/** The place of a script by its full or partial name: `db._table.contact.get.pre_process`. */
function scriptPlace(name: string): ExplorerPlace | null {
  const found =
    /^([^.\s]+)\._(table|proc|func)\.([^{}]+?)(?:\.\{.*|\.(?:get|post|put|patch|delete)(?:\..*)?|\.)?$/.exec(name)
  const [, service, part, own] = found ?? []
  return service === undefined || own === undefined ? null : placeIn(service, `_${part}/${own}`)
}

/** The component of a place, as used in access rules; empty for a whole service. */
export function componentOf({ kind, name }: ExplorerPlace): string {
  if (kind === 'service') return ''
  return kind === 'folder' ? `${name}/` : `${parts[kind]}/${name}`
}

/** The URL of a pane, or `null` if the place has no such pane. `inDatabase`: the database name of a table with an alias. */
export function addressOf(place: ExplorerPlace, pane: Pane, of: ServiceKind, inDatabase?: string): Address | null {
  const { service, kind, name } = place
  const whole = kind === 'service'
  const component = componentOf(place)
  const search: Record<string, string> = component === '' ? {} : { component }
  switch (pane) {
    case 'rows':
      if (of !== 'database' || (!whole && kind !== 'table')) return null
      return { to: path('data', service, ...(whole ? [] : [name])), search: {} }
    case 'structure':
      if (of !== 'database' || (!whole && kind !== 'table')) return null
      return { to: path('schema', service, ...(whole ? [] : ['table', inDatabase ?? name])), search: {} }
    case 'files':
      if (of !== 'files') return null
      return { to: '/file-manager', search: { path: `/${[service, name].filter(Boolean).join('/')}/` } }
    case 'access':
      return { to: path('access', service), search }
    case 'api':
      return { to: path('apidocs', service), search }
    case 'scripts':
      if (kind === 'folder') return null
      return { to: '/scripts', search: whole ? { service } : { find: `${service}.${component.replace('/', '.')}.` } }
  }
}

/** The tabs of the panes; a pane is hidden if its tab is. */
const tabs: Readonly<Record<Pane, string>> = {
  rows: '/data',
  structure: '/schema',
  files: '/file-manager',
  access: '/roles',
  api: '/apidocs',
  scripts: '/scripts',
}

const order: readonly Pane[] = ['rows', 'structure', 'files', 'access', 'api', 'scripts']

/** The panes of a place with their URLs, for a user who can see the given tabs. */
export function panesOf(
  place: ExplorerPlace,
  of: ServiceKind,
  openTabs: readonly { readonly path: string }[],
  inDatabase?: string,
): readonly { readonly pane: Pane; readonly label: string; readonly address: Address }[] {
  return order.flatMap((pane) => {
    if (!openTabs.some((tab) => tab.path === tabs[pane])) return []
    const address = addressOf(place, pane, of, inDatabase)
    return address === null ? [] : [{ pane, label: labelOf(pane, place), address }]
  })
}

function labelOf(pane: Pane, { kind }: ExplorerPlace): string {
  const whole = kind === 'service'
  const labels: Record<Pane, string> = {
    rows: whole ? t.tables : tabWords.rows,
    structure: whole ? t.schemaPane : t.structure,
    files: t.files,
    access: t.access,
    api: 'API',
    scripts: commonWords.scripts,
  }
  return labels[pane]
}

const trimmed = (text: string): string => text.replace(/^\/+|\/+$/g, '')

function path(...names: readonly string[]): string {
  return `/${names.map(encodeURIComponent).join('/')}`
}
