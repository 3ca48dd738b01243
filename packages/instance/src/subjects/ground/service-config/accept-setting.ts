import { hasLookup } from '@millwright/connector/config-values'
import type { ConfigField } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import { isAddress } from '../../../platform/mail-address.ts'
import { isLonger } from '../../../platform/plain-text.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { readKey } from '../../../request/body.ts'

/** The value to store, or why it is invalid. */
export type Accepted = { readonly value: unknown } | { readonly problem: string }

/** A setting to validate, whatever its authority. */
export type SettingShape = Omit<ConfigField, 'authority'>

/**
 * Validates one sent setting: an empty string counts as not set, which gives the default. A value with a lookup key need not
 * have the required format.
 */
export function acceptSetting(name: string, field: SettingShape, sent: unknown): Accepted {
  const input = field.source !== undefined && sent === 0 ? null : sent
  const accepted = input === null || input === '' ? { value: null } : acceptByType(name, field, input)
  if ('problem' in accepted || accepted.value !== null) return accepted
  return field.required ? { problem: `${name} is required.` } : { value: field.default ?? null }
}

function acceptByType(name: string, field: SettingShape, sent: unknown): Accepted {
  switch (field.type) {
    case 'string':
    case 'text':
    case 'password':
    case 'event_picklist':
    case 'file_certificate':
      return acceptText(name, field, sent)
    case 'integer':
      return acceptNumber(name, field, sent)
    case 'boolean':
      return acceptBoolean(name, sent)
    case 'verb_mask':
      return acceptNumber(name, { ...field, between: [0, 31] }, sent)
    case 'picklist':
      return field.source === undefined ? acceptChoice(name, field, sent) : acceptId(name, sent)
    case 'multi_picklist':
      return acceptChoices(name, field, sent)
    case 'array':
      return acceptList(name, field, sent)
    case 'object':
      return acceptObject(name, sent)
  }
}

function acceptText(name: string, field: SettingShape, sent: unknown): Accepted {
  if (typeof sent !== 'string' && typeof sent !== 'number') return { problem: `${name} must be a text.` }
  const text = field.format === undefined && field.oneOf === undefined ? String(sent) : String(sent).trim()
  if (text.trim() === '' && (field.required || text === '')) return { value: null }
  if (text.includes('\0')) return { problem: `${name} must not contain a NUL character.` }
  const most = field.max ?? (field.type === 'string' ? 255 : Number.POSITIVE_INFINITY)
  if (isLonger(text, most)) {
    return { problem: `${name} must not have more than ${most} characters.` }
  }
  if (hasLookup(text)) return { value: text }
  if (field.oneOf !== undefined) {
    const found = field.oneOf.find((each) => each === text.toLowerCase())
    return found === undefined ? { problem: `${name} must be one of ${field.oneOf.join(', ')}.` } : { value: found }
  }
  const problem = field.format === undefined ? null : formatProblem(name, field.format, text)
  return problem === null ? { value: text } : { problem }
}

function formatProblem(name: string, format: NonNullable<ConfigField['format']>, text: string): string | null {
  switch (format) {
    case 'host':
      return isHost(text) ? null : `${name} must be a host name or an address.`
    case 'hosts':
      return text.split(',').every((each) => isHost(each.trim()) || URL.canParse(each.trim()))
        ? null
        : `${name} must be a host name or an address, or several, separated by commas.`
    case 'url':
      return URL.canParse(text) ? null : `${name} must be an address such as https://example.com.`
    case 'mail_address':
      return isAddress(text) ? null : `${name} must be an email address.`
  }
}

const isHost = (text: string): boolean => /^[\w.:[\]%-]+$/.test(text)

function acceptNumber(name: string, { between, from }: SettingShape, sent: unknown): Accepted {
  const number = typeof sent === 'string' && /^\s*-?\d{1,10}\s*$/.test(sent) ? Number(sent) : sent
  if (typeof number !== 'number' || !Number.isInteger(number) || Math.abs(number) > 0x7fffffff) {
    return { problem: `${name} must be a whole number.` }
  }
  if (from !== undefined && number < from) return { value: null }
  if (between !== undefined && (number < between[0] || number > between[1])) {
    return { problem: `${name} must be ${between[0]} to ${between[1]}.` }
  }
  return { value: number }
}

const truths = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['true', true],
  ['1', true],
  [false, false],
  [0, false],
  ['false', false],
  ['0', false],
])

function acceptBoolean(name: string, sent: unknown): Accepted {
  const value = truths.get(typeof sent === 'string' ? sent.trim().toLowerCase() : sent)
  return value === undefined ? { problem: `${name} must be true or false.` } : { value }
}

function acceptChoice(name: string, { values = [] }: SettingShape, sent: unknown): Accepted {
  const found = values.find((each) => each.name === sent)
  return found === undefined ? { problem: `${name} is not one of its options.` } : { value: found.name }
}

function acceptId(name: string, sent: unknown): Accepted {
  const value = readKey(sent, 'number')
  return value === null ? { problem: `${name} must be the id of one of its options.` } : { value }
}

function acceptChoices(name: string, { values = [] }: SettingShape, sent: unknown): Accepted {
  if (!Array.isArray(sent)) return { problem: `${name} must be a list.` }
  const known = sent.every((each) => values.some((choice) => choice.name === each))
  return known ? { value: [...new Set(sent)] } : { problem: `${name} contains values that are not options.` }
}

/** In XML, a list with one item looks like the item. */
function acceptList(name: string, { items }: SettingShape, input: unknown): Accepted {
  const sent: readonly unknown[] = Array.isArray(input) ? input : [input]
  if (items === undefined || items === 'string') {
    if (!sent.every((each) => typeof each === 'string' || typeof each === 'number')) {
      return { problem: `${name} must be a list of texts.` }
    }
    return { value: sent.map(String).filter((text) => text.trim() !== '') }
  }
  const rows: Row[] = []
  for (const [at, row] of sent.entries()) {
    if (!isRecord(row)) return { problem: `${name} must be a list of rows with ${Object.keys(items).join(', ')}.` }
    const kept: Row = {}
    for (const [column, field] of Object.entries(items)) {
      const accepted = acceptSetting(column, field, row[column] ?? null)
      if ('problem' in accepted) return { problem: `${name}, row ${at + 1}: ${accepted.problem}` }
      kept[column] = accepted.value
    }
    rows.push(kept)
  }
  const [unique] = Object.entries(items).find(([, field]) => field.unique) ?? []
  if (unique !== undefined && new Set(rows.map((row) => row[unique])).size < rows.length) {
    return { problem: `${name} must name each ${unique} only once.` }
  }
  return { value: rows }
}

/** PHP servers serialize an empty object as an empty list. */
function acceptObject(name: string, sent: unknown): Accepted {
  if (Array.isArray(sent) && sent.length === 0) return { value: {} }
  return isRecord(sent) ? { value: sent } : { problem: `${name} must be an object.` }
}
