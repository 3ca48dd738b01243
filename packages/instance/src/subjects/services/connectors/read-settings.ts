import { authorityClasses } from '@millwright/contract/access/authority'
import type { ConfigField, ConfigFieldType } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'

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

export const isText = (value: unknown, longest = longestText): value is string =>
  typeof value === 'string' && value.length <= longest

const isTruth = (value: unknown) => typeof value === 'boolean'
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value)
const isListOf = (value: unknown, is: (each: unknown) => boolean) => Array.isArray(value) && value.every(is)
export const areTexts = (value: unknown) => isListOf(value, (each) => isText(each))
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
export function settingsProblem(name: string, settings: unknown): string | null {
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
