import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@millwright/contract/wire/is-record'
import { keyTypes } from '@millwright/contract/wire/table-schema'
import { nearestName } from '../../../../platform/edit-distance.ts'
import type { Row } from '../../../../records/system/sql-runner.ts'

/** Is told the path of a member, and what is wrong with it. */
export type Complain = (field: string, message: string) => void

const members = ['type', 'fields', 'ref_table', 'ref_fields', 'ref_on_update', 'ref_on_delete']

/** Databases tell the usual action of a reference by different names. */
export const action = (actionName: unknown) =>
  actionName === 'NO ACTION' || actionName === 'RESTRICT' ? null : (actionName ?? null)

/** The order of the fields of a primary key, unless it is that of the table. */
export const keyOrder = (primaryKey: unknown, own: readonly string[]): unknown =>
  isDeepStrictEqual(primaryKey, own) ? null : primaryKey

/** A sent order in the same form. */
export function normalKeyOrder(sent: unknown, own: readonly string[], complain: Complain): unknown {
  if (sent === null || sent === undefined) return null
  if (!Array.isArray(sent) || !isDeepStrictEqual(sent.toSorted(), own.toSorted())) {
    const names = own.join(', ')
    const sentence =
      own.length === 0
        ? "'primary_key' orders the fields that have 'is_primary_key'."
        : `'primary_key' orders the fields that have 'is_primary_key': ${names}.`
    complain('primary_key', sentence)
  }
  return keyOrder(sent, own)
}

/** The keys of several fields of a description, as files have them. */
export const describedKeys = (keys: readonly Readonly<Row>[]): unknown => sortedKeys(keys.map(written))

/** Sent keys in the same form. `fields`: names of those of the table. */
export function normalKeys(sent: unknown, fields: ReadonlySet<string>, complain: Complain): unknown {
  if (sent === null || sent === undefined) return null
  if (!Array.isArray(sent)) {
    complain('keys', "'keys' must be a list, each as `- {type: unique, fields: [a, b]}`.")
    return null
  }
  const seen = new Set<string>()
  for (const [at, key] of sent.entries()) {
    const fault = isRecord(key) ? faultOf(key, fields) : { member: '', message: 'A key must have members.' }
    const id = isRecord(key) ? placeOf(key) : ''
    if (fault !== null) complain(['keys', at, fault.member].filter((part) => part !== '').join('.'), fault.message)
    else if (seen.has(id)) complain(`keys.${at}`, 'The key is there twice.')
    seen.add(id)
  }
  return sortedKeys(sent.filter(isRecord).map(written))
}

function faultOf(key: Readonly<Row>, fields: ReadonlySet<string>): { member: string; message: string } | null {
  for (const member of Object.keys(key)) {
    if (members.includes(member)) continue
    const nearest = nearestName(member, members)
    const hint = nearest === null ? `Known are ${members.join(', ')}.` : `Did you mean '${nearest}'?`
    return { member, message: `There is no '${member}'. ${hint}` }
  }
  const { type, fields: own, ref_table: to, ref_fields: there } = key
  if (!keyTypes.some((known) => known === type))
    return { member: 'type', message: `'type' must be one of ${keyTypes.join(', ')}.` }
  if (!isNames(own) || own.length < 2)
    return { member: 'fields', message: "'fields' must name several fields; the key of a single one is in the field." }
  const missing = own.find((name) => !fields.has(name))
  if (missing !== undefined) return { member: 'fields', message: `The table has no field '${missing}'.` }
  if (type !== 'reference' || (typeof to === 'string' && isNames(there) && there.length === own.length)) return null
  return {
    member: '',
    message: "A reference needs 'ref_table', and in 'ref_fields' a field of it for each of its own.",
  }
}

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

function written({ type, fields, ref_table, ref_fields, ref_on_update, ref_on_delete }: Readonly<Row>): Row {
  const actions = { ref_on_update: action(ref_on_update), ref_on_delete: action(ref_on_delete) }
  const actionEntries = Object.entries(actions).filter(([, each]) => each !== null)
  return { type, fields, ...(type === 'reference' && { ref_table, ref_fields, ...Object.fromEntries(actionEntries) }) }
}

const placeOf = ({ type, fields }: Readonly<Row>) => JSON.stringify([fields, type])

function sortedKeys(keys: readonly Row[]): readonly Row[] | null {
  const sorted = keys.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
  return sorted.length === 0 ? null : sorted
}

/** Keys with those that a description has besides them. */
export function withKeysOf(described: Readonly<Row>, keys: readonly Row[]): readonly Row[] {
  const before = Array.isArray(described.keys) ? described.keys.filter(isRecord) : []
  return [...keys, ...before.filter((each) => !keys.some((key) => placeOf(key) === placeOf(each)))]
}
