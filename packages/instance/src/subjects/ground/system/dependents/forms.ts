import { isVerb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Row } from '../../../../records/system/sql-runner.ts'
import type { NamedKind, NameForm } from '../../../../store/naming.ts'

/** Something that texts can name. */
export interface Target {
  readonly kind: NamedKind
  /** For a folder, its path without slashes at the ends. */
  readonly name: string
  /** The service of a table, field or folder. */
  readonly service?: { readonly id: number; readonly name: string }
  /** The table of a field. */
  readonly table?: string
  /** The name of a table in the database, which renames do not change. */
  readonly stored?: string
}

/** The new name of what is gone: nothing has it. */
export const gone = '\u{0}'

/**
 * Returns the text with the target's new name: the same text if it does not name the target, `null` if it does, but cannot be rewritten.
 * `row`: the stored row, as some names only mean something together with others.
 */
export type Follow = (text: string, target: Target, to: string, row: Readonly<Row>) => string | null

/** Names are compared like the API compares them. */
export const isSame = (one: unknown, other: string) => String(one).trim().toLowerCase() === other.toLowerCase()

const ofService = (row: Readonly<Row>, target: Target, column = 'service_id') =>
  target.service !== undefined && Number(row[column]) === target.service.id

/** How each form names each kind of thing. A form that cannot name a kind has no entry for it. */
export const forms: { readonly [F in NameForm]: { readonly [K in NamedKind]?: Follow } } = {
  event: { service: eventOfService, table: eventOfTable },
  events: { service: eachText(eventOfService), table: eachText(eventOfTable) },
  path: {
    table: (text, target, to, row) => (ofService(row, target) ? tablePath(text, target.name, to) : text),
    folder: (text, target, to, row) => (ofService(row, target) ? below(text, target.name, to) : text),
  },
  table: { table: (text, target, to, row) => (ofService(row, target) && isSame(text, target.name) ? to : text) },
  'table in the database': {
    table: (text, target, to, row) => (to === gone && ofService(row, target) && text === target.stored ? to : text),
  },
  fields: {
    field: eachText((text, target, to, row) => (isFieldOf(row, target) && isSame(text, target.name) ? to : text)),
  },
  conditions: { field: conditions, lookup: lookups },
  order: { field: order },
  address: { service: address, table: addressOfTable },
  page: { service: page, folder: folderPage },
  file: {
    folder: (text, target, to, row) =>
      ofService(row, target, 'storage_service_id') ? below(text, target.name, to) : text,
  },
  attachments: { service: attachments, folder: attachments },
  plan: {
    service: (text, { name }, to) => eachStep(text, name, (step) => ({ ...step, service: to })),
    table: tableInPlan,
  },
  code: { service: serviceInCode, table: tableInCode, email_template: templateInCode, lookup: lookups },
  settings: { lookup: lookups },
}

function eventOfService(text: string, { name }: Target, to: string, { kind }: Readonly<Row>): string {
  const end = text.indexOf('.')
  return end > 0 && isSame(text.slice(0, end), name) ? `${cased(to, kind)}${text.slice(end)}` : text
}

/** Recorded events are in lower case. */
const cased = (name: string, kind: unknown) => (kind === 'event' ? name.toLowerCase() : name)

/** Names of tables can contain dots, so that what follows the name has to be the end of an event. */
function eventOfTable(text: string, { name, service }: Target, to: string, { kind }: Readonly<Row>): string {
  for (const resource of ['_table', '_schema']) {
    const before = `${service?.name ?? ''}.${resource}.`
    if (!isSame(text.slice(0, before.length + name.length), `${before}${name}`)) continue
    const rest = text.slice(before.length + name.length)
    if (isEndOfEvent(rest)) return `${text.slice(0, before.length)}${cased(to, kind)}${rest}`
  }
  return text
}

function isEndOfEvent(rest: string): boolean {
  const [empty, ...parts] = rest.split('.')
  const [first = ''] = parts
  return empty === '' && (isVerb(first.toUpperCase()) || ['{id}', '_field', '_related'].includes(first))
}

function eachText(follow: Follow): Follow {
  return (text, target, to, row) =>
    inJson(text, (value) =>
      Array.isArray(value)
        ? value.map((each) => (typeof each === 'string' ? (follow(each, target, to, row) ?? each) : each))
        : value,
    )
}

/** Returns the same text if the value did not change. */
function inJson(text: string, change: (value: unknown) => unknown): string {
  const value: unknown = JSON.parse(text)
  const changed = JSON.stringify(change(value))
  return changed === JSON.stringify(value) ? text : changed
}

/** `_table/orders`, `_table/orders/*`, `_schema/orders/_field/id`. */
function tablePath(text: string, name: string, to: string): string {
  const [resource = '', table, ...rest] = text.split('/')
  const isIt = (resource === '_table' || resource === '_schema') && table !== undefined && isSame(table, name)
  return isIt ? [resource, to, ...rest].join('/') : text
}

const trimmed = (path: string) => path.replace(/^\/+|\/+$/g, '')

/** A path that is a folder, or within it. */
function below(text: string, folder: string, to: string): string {
  const lead = /^\/*/.exec(text)?.[0] ?? ''
  const path = text.slice(lead.length)
  if (trimmed(path) !== folder && !path.startsWith(`${folder}/`)) return text
  return `${lead}${to}${path.slice(folder.length)}`
}

/** Views have their table in `table`, access rules in their path. */
function isFieldOf(row: Readonly<Row>, target: Target): boolean {
  const table = row.table ?? String(row.component ?? '').split('/')[1] ?? ''
  return ofService(row, target) && isSame(table, target.table ?? '')
}

function conditions(text: string, target: Target, to: string, row: Readonly<Row>): string {
  if (!isFieldOf(row, target)) return text
  return inJson(text, (value) =>
    Array.isArray(value) ? value.map((each) => (isRecord(each) ? renamedIn(each, target.name, to) : each)) : value,
  )
}

/** Views call the field `field`, access rules `name`. */
function renamedIn(condition: Row, name: string, to: string): Row {
  const member = 'field' in condition ? 'field' : 'name'
  return isSame(condition[member], name) ? { ...condition, [member]: to } : condition
}

function order(text: string, target: Target, to: string, row: Readonly<Row>): string {
  if (!isFieldOf(row, target)) return text
  return text
    .split(',')
    .map((term) => {
      const [, blank = '', field = '', rest = ''] = /^(\s*)(.*?)(\s+(?:asc|desc)\s*|\s*)$/i.exec(term) ?? []
      return isSame(field, target.name) ? `${blank}${to}${rest}` : term
    })
    .join(',')
}

const api = /^((?:https?:\/\/[^/]+)?\/?api\/v2\/)([^/?#]+)(.*)$/s

/** Addresses at other hosts are not of this instance. */
function address(text: string, { name }: Target, to: string): string {
  const [, root = '', service = '', rest = ''] = api.exec(text) ?? []
  return !root.includes(':') && isSame(service, name) ? `${root}${to}${rest}` : text
}

function addressOfTable(text: string, { name, service: of }: Target, to: string): string {
  const [, root = '', service = '', rest = ''] = api.exec(text) ?? []
  if (root.includes(':') || !isSame(service, of?.name ?? '')) return text
  const [path = '', query = ''] = rest.split(/(?=[?#])(.*)/s)
  const followed = tablePath(path.slice(1), name, to)
  return followed === path.slice(1) ? text : `${root}${service}/${followed}${query}`
}

/** The type of an app that is opened by a path on the instance. */
const pathApp = 3

function page(text: string, { name }: Target, to: string, row: Readonly<Row>): string {
  const [, lead = '', first = '', rest = ''] = /^(\/*)([^/]+)(.*)$/s.exec(text) ?? []
  return row.type === pathApp && isSame(first, name) ? `${lead}${to}${rest}` : text
}

function folderPage(text: string, { name, service }: Target, to: string, row: Readonly<Row>): string {
  if (row.type !== pathApp || service === undefined) return text
  return below(text, `${service.name}/${name}`, `${service.name}/${to}`)
}

function attachments(text: string, target: Target, to: string): string {
  return inJson(text, (value) => (Array.isArray(value) ? value.map(one) : one(value)))

  function one(each: unknown): unknown {
    if (typeof each === 'string')
      return isRecord(target.service) ? inService(each) : page(each, target, to, { type: pathApp })
    if (!isRecord(each)) return each
    if (target.kind === 'service') return isSame(each.service, target.name) ? { ...each, service: to } : each
    return isSame(each.service, target.service?.name ?? '')
      ? { ...each, path: below(String(each.path), target.name, to) }
      : each
  }

  function inService(path: string): string {
    return folderPage(path, target, to, { type: pathApp })
  }
}

/** The steps that call a service. */
function eachStep(text: string, service: string, change: (step: Row) => Row): string {
  return inJson(text, (plan) => {
    if (!isRecord(plan) || !Array.isArray(plan.steps)) return plan
    const steps = plan.steps.map((step) => (isRecord(step) && isSame(step.service, service) ? change(step) : step))
    return { ...plan, steps }
  })
}

function tableInPlan(text: string, { name, service }: Target, to: string): string {
  return eachStep(text, service?.name ?? '', (step) =>
    typeof step.resource === 'string' ? { ...step, resource: tablePath(step.resource, name, to) } : step,
  )
}

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')

/** A path in quotes, such as `'db/_table/orders'`; full addresses contain the version. */
function serviceInCode(text: string, { name }: Target): string | null {
  return new RegExp(`(?:["'\`]|api/v2/)${escaped(name)}(?:/|["'\`]\\s*,)`, 'i').test(text) ? null : text
}

function tableInCode(text: string, { name, service }: Target): string | null {
  const path = `${escaped(service?.name ?? '')}/_(?:table|schema)/${escaped(name)}(?![\\w-])`
  return new RegExp(path, 'i').test(text) ? null : text
}

function templateInCode(text: string, { name }: Target): string | null {
  return /template/i.test(text) && new RegExp(`["'\`]${escaped(name)}["'\`]`).test(text) ? null : text
}

function lookups(text: string, { name }: Target): string | null {
  return text.includes(`{${name}}`) ? null : text
}
