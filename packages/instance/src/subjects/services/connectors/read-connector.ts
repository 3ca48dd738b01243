import type { Connector, Shapes } from '@millwright/connector/connector'
import { authorityClasses } from '@millwright/contract/access/authority'
import type { ConfigField, ConfigFieldType } from '@millwright/contract/service-config/config-field'
import { verbs } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'

/** Groups whose services the instance treats specially, with the shapes that may use them. */
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

/** Maximum lengths of texts displayed in lists. */
const texts = { label: 200, group: 80, description: 1_000 } as const

/** Returns what is wrong with a package's export as a connector, as a sentence, or `null` if it is valid (docs/connectors.md). */
export function connectorProblem(candidate: unknown): string | null {
  if (!isRecord(candidate)) return 'it is not an object.'
  const { name, group, shape, settings, load, check, describe, trial, paths } = candidate
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_-]{0,39}$/.test(name)) {
    return 'its name must be 1 to 40 lower-case letters, digits, _ and -, beginning with a letter.'
  }
  for (const [member, longest] of Object.entries(texts)) {
    if (!candidate[member]) return `'${name}' has no ${member}.`
    if (!isText(candidate[member], longest))
      return `the ${member} of '${name}' must be a text of at most ${longest} characters.`
  }
  if (typeof shape !== 'string' || !Object.hasOwn(shapes, shape)) {
    return `the shape of '${name}' must be one of ${Object.keys(shapes).join(', ')}.`
  }
  if (!fits(shape, String(group))) return `'${name}' cannot have the group '${String(group)}' and the shape '${shape}'.`
  if (typeof load !== 'function') return `'${name}' has no function load.`
  for (const [member, value] of Object.entries({ check, describe })) {
    if (value !== undefined && typeof value !== 'function') return `${member} of '${name}' must be a function.`
  }
  if (trial !== undefined && !isTrial(trial)) return `trial of '${name}' must have a resource and params, all texts.`
  if (paths !== undefined && !isPaths(paths)) return `paths of '${name}' must be a list of a path and its verbs each.`
  return settingsProblem(name, settings)
}

export const isConnector = (candidate: unknown): candidate is Connector => connectorProblem(candidate) === null

/** Returns whether a shape may use a group, as special groups require functions of their shape. */
function fits(shape: string, group: string): boolean {
  const own = shapesByGroup[group]
  const needed = Object.values(shapesByGroup).flat().includes(shape)
  return own === undefined ? !needed : own.includes(shape)
}

function isTrial(trial: unknown): boolean {
  if (!isRecord(trial) || !isRecord(trial.params)) return false
  return [trial.resource, ...Object.values(trial.params)].every((text) => isText(text))
}

function isPaths(paths: unknown): boolean {
  const isPath = (each: unknown) =>
    isRecord(each) && isText(each.path) && areVerbs(each.verbs) && (each.values === undefined || areTexts(each.values))
  return Array.isArray(paths) && paths.every(isPath)
}

function areVerbs(verbList: unknown): boolean {
  return Array.isArray(verbList) && verbList.every((verb) => verbs.some((each) => each === verb))
}

const types: Readonly<Record<ConfigFieldType, true>> = {
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

const maxSettings = 200
const longestText = 1_000

const isText = (value: unknown, longest = longestText): value is string =>
  typeof value === 'string' && value.length <= longest

const isTruth = (value: unknown) => typeof value === 'boolean'
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value)
const isListOf = (value: unknown, is: (each: unknown) => boolean) => Array.isArray(value) && value.every(is)
const areTexts = (value: unknown) => isListOf(value, (each) => isText(each))
const oneOf =
  (...texts: readonly string[]) =>
  (value: unknown) =>
    texts.some((text) => text === value)

/** Validates each member of a declared setting, if present. */
const members: Readonly<Record<keyof ConfigField, (value: unknown) => boolean>> = {
  type: (value) => isText(value) && Object.hasOwn(types, value),
  label: (value) => isText(value),
  description: (value) => isText(value),
  max: isNumber,
  format: oneOf('host', 'url', 'mail_address'),
  oneOf: areTexts,
  between: (value) => isListOf(value, isNumber) && Object(value).length === 2,
  from: isNumber,
  unique: isTruth,
  required: isTruth,
  default: isJson,
  secret: oneOf('sealed', 'masked', 'members'),
  authority: isAuthority,
  names: oneOf('service', 'tool', 'event', 'address', 'file', 'code'),
  values: (value) => isListOf(value, isChoice),
  source: oneOf('app', 'role', 'email_service', 'email_template'),
  items: (value) => value === 'string' || (isRecord(value) && problemIn(value) === null),
  object: (value) => isRecord(value) && isHeading(value.key) && isHeading(value.value),
  columns: isNumber,
  legend: (value) => isText(value),
}

/** Settings of connectors for earlier versions declare nothing. */
function isAuthority(value: unknown): boolean {
  if (isText(value)) return value !== 'names' && value !== 'grants' && Object.hasOwn(authorityClasses, value)
  return isRecord(value) && (areTexts(value.addresses) || Array.isArray(value.reservedExcept))
}

function isChoice(value: unknown): boolean {
  if (!isRecord(value) || !isText(value.label)) return false
  return value.name === null || isText(value.name) || isNumber(value.name)
}

const isHeading = (value: unknown) => isRecord(value) && isText(value.label) && isText(value.type)

function isJson(value: unknown): boolean {
  const text: string | undefined = JSON.stringify(value)
  return text !== undefined && text.length <= longestText
}

/** Returns what is wrong with the settings declared by the connector `name`, as a sentence, or `null` if they are valid. */
function settingsProblem(name: string, settings: unknown): string | null {
  if (!isRecord(settings)) return `'${name}' has no settings.`
  if (Object.keys(settings).length > maxSettings) return `'${name}' has more than ${maxSettings} settings.`
  const problem = problemIn(settings)
  return problem === null ? null : `the setting '${problem[1]}' of '${name}' has no ${problem[0]} that can be used.`
}

/** Returns the invalid member and its setting. */
function problemIn(settings: Readonly<Record<string, unknown>>): readonly [string, string] | null {
  for (const [name, field] of Object.entries(settings)) {
    const shown = name.slice(0, 40)
    if (!/^[a-z]\w{0,63}$/i.test(name)) return ['name', shown]
    if (!isRecord(field)) return ['type', shown]
    const wrong = Object.entries(members).find(
      ([member, is]) => (member === 'type' || field[member] !== undefined) && !is(field[member]),
    )
    if (wrong !== undefined) return [wrong[0], shown]
  }
  return null
}
