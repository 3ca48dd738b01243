import {
  type ConfigProblem,
  type ConfigValues,
  placeholderParts,
  type TextPart,
} from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import { nearestName } from '../../../platform/edit-distance.ts'
import type { Column } from '../../../records/system/declared-table.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { defaultOf } from '../../ground/service-config/stored-config.ts'
import { isFingerprint } from './config-secrets.ts'
import { type ConfigMember, type ConfigType, type MemberRows, maskOfNames } from './config-types.ts'

/** What reading a record needs besides the record. */
interface Reading {
  readonly kinds: ServiceKinds
  complain(field: string, message: string): void
}

/**
 * The row of a record in files: values by column, defaults for what it leaves out, references by name, and its rows by relation. Secrets that
 * it leaves out stay out, as they are kept. What is wrong with it is added to `problems`.
 */
export function rowOfSent(
  { name: typeName, type, members, rows, kinds }: ConfigType,
  { name, values }: { readonly name: string; readonly values: ConfigValues },
  problems: ConfigProblem[],
): Row {
  const reading: Reading = {
    kinds,
    complain: (field, message) => void problems.push({ type: typeName, name, field, message }),
  }
  const known = [...members.map((member) => member.name), ...rows.map(({ part }) => part.as)]
  refuseUnknown(values, known, '', reading)
  const row: Row = { [type.key]: name, ...rowOfMembers(members, values, '', reading) }
  if (typeName === 'service') refuseUnknownType(row, reading)
  for (const each of rows) row[each.part.relation] = rowsOf(each, values[each.part.as], reading)
  return type.outside === null ? row : type.outside.normal(row, reading.complain)
}

/** Most unknown members of a record that are told at once. */
const mostUnknown = 20

function refuseUnknown(values: ConfigValues, known: readonly string[], inside: string, { complain }: Reading): void {
  const unknown = Object.keys(values).filter((name) => !known.includes(name))
  for (const name of unknown.slice(0, mostUnknown)) {
    const nearest = nearestName(name, known)
    const hint = nearest === null ? `Known are ${known.join(', ')}.` : `Did you mean '${nearest}'?`
    complain(`${inside}${name}`, `There is no '${name}'. ${hint}`)
  }
}

function rowsOf({ part, members }: MemberRows, sent: unknown, reading: Reading): unknown {
  const { complain } = reading
  if (sent === undefined || sent === null) return part.single ? null : []
  if (part.single) {
    if (!isRecord(sent)) return complain(part.as, `'${part.as}' must have members.`)
    return oneRow(sent, `${part.as}.`)
  }
  if (!Array.isArray(sent)) return complain(part.as, `'${part.as}' must be a list.`)
  return sent.map((each, at) => {
    if (isRecord(each)) return oneRow(each, `${part.as}.${at}.`)
    complain(`${part.as}.${at}`, `'${part.as}' must be a list of entries with members.`)
    return {}
  })

  function oneRow(values: ConfigValues, inside: string): Row {
    const known = members.map((member) => member.name)
    refuseUnknown(values, known, inside, reading)
    return rowOfMembers(members, values, inside, reading)
  }
}

function rowOfMembers(members: readonly ConfigMember[], values: ConfigValues, inside: string, reading: Reading): Row {
  const { complain, kinds } = reading
  const row: Row = {}
  // Whether a value is secret can depend on others.
  const secretsLast = members.toSorted(
    (one, other) => Number(one.column.secrets !== null) - Number(other.column.secrets !== null),
  )
  for (const member of secretsLast) {
    const { name, column } = member
    const sent = values[name] ?? null
    if (sent === null)
      row[column.name] = column.merges ? settingsOf({}, row, inside, reading) : unsent(column, row, kinds)
    else row[column.name] = sentValue(member, sent, row)
  }
  return row

  function sentValue({ name, column, to }: ConfigMember, sent: unknown, beside: Row): unknown {
    const field = `${inside}${name}`
    if (column.merges) return settingsOf(sent, beside, field, reading)
    if (to !== null) {
      if (typeof sent === 'string' && sent !== '') return sent
      return complain(field, `'${name}' must be the name of a record of system/${to}.`)
    }
    if (column.field.mask === undefined) return typed(column.field.type, sent)
    const mask = maskOfNames(column.field.mask, sent, name)
    return typeof mask === 'number' ? mask : complain(field, mask)
  }
}

/** `undefined` keeps what is stored. */
function unsent(column: Column, row: Readonly<Row>, kinds: ServiceKinds): unknown {
  return isSecret(column, row, kinds) ? undefined : (column.field.default ?? null)
}

/** Whether a column is secret as a whole. */
function isSecret({ secrets }: Column, row: Readonly<Row>, kinds: ServiceKinds): boolean {
  let hidden = false
  const replace = () => {
    hidden = true
    return null
  }
  secrets?.hide('text', row, replace, kinds)
  return hidden
}

function refuseUnknownType({ type }: Row, { kinds, complain }: Reading): void {
  if (typeof type === 'string' && kinds.of(type) !== undefined) return
  if (type === null) {
    complain('type', "'type' must name a type of service.")
    return
  }
  const nearest = nearestName(
    String(type),
    kinds.all.map((kind) => kind.name),
  )
  complain('type', `'${String(type)}' is no type of service.${nearest === null ? '' : ` Did you mean '${nearest}'?`}`)
}

function settingsOf(sent: unknown, { type }: Readonly<Row>, field: string, reading: Reading): Row {
  const { complain, kinds } = reading
  if (!isRecord(sent)) {
    complain(field, `'${field}' must have members.`)
    return {}
  }
  const fields = kinds.of(String(type))?.config
  if (fields === undefined || fields === null) return {}
  refuseUnknown(sent, Object.keys(fields), `${field}.`, reading)
  const settings = Object.entries(fields).flatMap(([name, each]) => {
    const value = sent[name] ?? null
    if (value === null && each.secret === 'masked') return []
    return [[name, value === null ? defaultOf(each) : typed(each.type, value)] as const]
  })
  return Object.fromEntries(settings)
}

/** What stands for a placeholder is a text, whatever its place is for. */
function typed(type: string, sent: unknown): unknown {
  if (type === 'boolean' && (sent === 'true' || sent === 'false')) return sent === 'true'
  if (type === 'integer' && typeof sent === 'string' && /^-?\d{1,10}$/.test(sent)) return Number(sent)
  return sent
}

/**
 * Sent values with placeholders, in which each stands for what is stored at its place: the whole text, or what is between the rest of the
 * text. `stored`: in the form of files, with fingerprints, for which the values leave out the member.
 */
export function withoutPlaceholders(values: ConfigValues, stored: ConfigValues): ConfigValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const found = filled(value, stored[name])
      return found === undefined ? [] : [[name, found] as const]
    }),
  )
}

function filled(value: unknown, stored: unknown): unknown {
  if (typeof value === 'string') return filledText(value, stored)
  if (Array.isArray(value)) return value.map((each, at) => filled(each, Array.isArray(stored) ? stored[at] : undefined))
  return isRecord(value) ? withoutPlaceholders(value, isRecord(stored) ? stored : {}) : value
}

function filledText(text: string, stored: unknown): unknown {
  const parts = placeholderParts(text)
  if (parts.every((part) => typeof part === 'string')) return parts.join('')
  if (isFingerprint(stored)) return undefined
  if (parts.length === 1) return stored
  return typeof stored === 'string' && fits(stored, parts) ? stored : text
}

/** Whether a text has the written parts in their order, the outer ones at its ends. */
function fits(text: string, parts: readonly TextPart[]): boolean {
  let from = 0
  for (const [at, part] of parts.entries()) {
    if (typeof part !== 'string') continue
    const found = at === parts.length - 1 ? Math.max(from, text.length - part.length) : text.indexOf(part, from)
    if (!text.startsWith(part, found) || (at === 0 && found > 0)) return false
    from = found + part.length
  }
  return true
}
