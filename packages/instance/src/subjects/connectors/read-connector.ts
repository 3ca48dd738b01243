import type { ConfigFields, ConfigFieldType } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Connector, Shapes } from '../../gateway/ports/connector.ts'

/** Groups whose services the instance treats in ways of their own, by the shape that has those. */
const shapesByGroup: Readonly<Record<string, readonly string[]>> = {
  Database: ['database', 'documents'],
  'Big Data': ['database', 'documents'],
  File: ['files'],
  Cache: ['cache'],
  'API Doc': [],
  Email: [],
  Excel: [],
  LDAP: [],
  MCP: [],
  OAuth: [],
  Script: [],
  'Source Control': [],
  SSO: [],
  System: [],
  User: [],
}

const shapes: Readonly<Record<keyof Shapes, true>> = {
  database: true,
  documents: true,
  files: true,
  cache: true,
  messages: true,
  api: true,
}

const fieldTypes: Readonly<Record<ConfigFieldType, true>> = {
  string: true,
  text: true,
  password: true,
  integer: true,
  boolean: true,
  picklist: true,
  multi_picklist: true,
  array: true,
  object: true,
  verb_mask: true,
  event_picklist: true,
  file_certificate: true,
}

/** What is wrong with what a package exports as a connector, as a sentence; null: it is one (docs/connectors.md). */
export function connectorProblem(given: unknown): string | null {
  if (!isRecord(given)) return 'it is not an object.'
  const { name, label, group, description, shape, settings, load, check, describe } = given
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_-]{0,39}$/.test(name)) {
    return 'its name has to be 1 to 40 lower-case letters, digits, _ and -, beginning with a letter.'
  }
  const missing = Object.entries({ label, group, description }).find(([, text]) => typeof text !== 'string' || !text)
  if (missing !== undefined) return `'${name}' has no ${missing[0]}.`
  if (typeof shape !== 'string' || !Object.hasOwn(shapes, shape)) {
    return `the shape of '${name}' has to be one of ${Object.keys(shapes).join(', ')}.`
  }
  if (!fits(shape, String(group))) return `'${name}' cannot have the group '${String(group)}' and the shape '${shape}'.`
  if (typeof load !== 'function') return `'${name}' has no function load.`
  for (const [member, value] of Object.entries({ check, describe })) {
    if (value !== undefined && typeof value !== 'function') return `${member} of '${name}' has to be a function.`
  }
  if (!isRecord(settings)) return `'${name}' has no settings.`
  const bad = Object.entries(settings).find(([, field]) => !isField(field))
  return bad === undefined ? null : `the setting '${bad[0]}' of '${name}' has no type that is known.`
}

export const isConnector = (given: unknown): given is Connector => connectorProblem(given) === null

/** A group of its own for a shape means that the instance knows what such services have. */
function fits(shape: string, group: string): boolean {
  const own = shapesByGroup[group]
  const needed = Object.values(shapesByGroup).flat().includes(shape)
  return own === undefined ? !needed : own.includes(shape)
}

function isField(field: unknown): boolean {
  if (!isRecord(field) || typeof field.type !== 'string' || !Object.hasOwn(fieldTypes, field.type)) return false
  if (field.type !== 'array' || field.items === undefined || field.items === 'string') return true
  return isRecord(field.items) && Object.values(field.items satisfies object as ConfigFields).every(isField)
}
