import { t } from './messages.ts'

/** What the explorer shows, of a service: all of it, or something in it. */
export interface ExplorerPlace {
  readonly service: string
  readonly kind: 'service' | 'table' | 'procedure' | 'function' | 'folder'
  /** Of a table as `_table` names it, of a folder its path without outer slashes; empty for a service. */
  readonly name: string
}

export type Pane = 'rows' | 'structure' | 'files' | 'access' | 'api' | 'scripts'

/** What a service holds: tables, folders, or nothing that the explorer knows. */
export type ServiceKind = 'database' | 'files' | 'other'

export interface Address {
  readonly to: string
  readonly search: Readonly<Record<string, string>>
}

/** Something at an address: what it is, and which pane of it. */
export interface Shown {
  /** Null: the tab itself. */
  readonly place: ExplorerPlace | null
  readonly pane: Pane
}

/** The parts of an address of the console that say what is shown. */
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

/** What an address shows; null when it is none of the explorer's. A table at the address of its structure has its name in the database. */
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

/** A place by the component that access rules name it by; null without a service. */
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

/** What an access rule or a limit is about: a pattern for what is below something is about that. Null without a service. */
export function placeOfRule(service: string | null, component: string): ExplorerPlace | null {
  if (service === null) return null
  const place = placeIn(service, component.replace(/\*$/, '').replace(/\/+$/, ''))
  if (place === null || place.kind === 'folder') return place
  const [name = ''] = place.name.split('/')
  return name.startsWith('{') ? placeIn(service, '') : { ...place, name }
}

/** What the name of a script, or the start of one, is about: `db._table.contact.get.pre_process`. */
function scriptPlace(name: string): ExplorerPlace | null {
  const found =
    /^([^.\s]+)\._(table|proc|func)\.([^{}]+?)(?:\.\{.*|\.(?:get|post|put|patch|delete)(?:\..*)?|\.)?$/.exec(name)
  const [, service, part, own] = found ?? []
  return service === undefined || own === undefined ? null : placeIn(service, `_${part}/${own}`)
}

/** What access rules call a place; empty for a whole service. */
export function componentOf({ kind, name }: ExplorerPlace): string {
  if (kind === 'service') return ''
  return kind === 'folder' ? `${name}/` : `${parts[kind]}/${name}`
}

/** The address of a pane; null where the place has no such pane. `inDatabase`: the name of a table there, where it has an alias. */
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

/** The tabs that show the panes; who does not see the tab does not see the pane. */
const tabs: Readonly<Record<Pane, string>> = {
  rows: '/data',
  structure: '/schema',
  files: '/file-manager',
  access: '/roles',
  api: '/apidocs',
  scripts: '/scripts',
}

const order: readonly Pane[] = ['rows', 'structure', 'files', 'access', 'api', 'scripts']

/** The panes of a place with their addresses, for somebody who sees these tabs. */
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
    rows: whole ? t.tables : t.rows,
    structure: whole ? t.schemaPane : t.structure,
    files: t.files,
    access: t.access,
    api: 'API',
    scripts: t.scripts,
  }
  return labels[pane]
}

const trimmed = (text: string): string => text.replace(/^\/+|\/+$/g, '')

function path(...names: readonly string[]): string {
  return `/${names.map(encodeURIComponent).join('/')}`
}
