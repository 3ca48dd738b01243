import type { Connector, Shapes } from '@millwright/connector/connector'
import { verbs } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { areTexts, isText, settingsProblem } from './read-settings.ts'

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
export function connectorProblem(given: unknown): string | null {
  if (!isRecord(given)) return 'it is not an object.'
  const { name, group, shape, settings, load, check, describe, trial, paths } = given
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_-]{0,39}$/.test(name)) {
    return 'its name must be 1 to 40 lower-case letters, digits, _ and -, beginning with a letter.'
  }
  for (const [member, longest] of Object.entries(texts)) {
    if (!given[member]) return `'${name}' has no ${member}.`
    if (!isText(given[member], longest))
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

export const isConnector = (given: unknown): given is Connector => connectorProblem(given) === null

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

function areVerbs(given: unknown): boolean {
  return Array.isArray(given) && given.every((verb) => verbs.some((each) => each === verb))
}
