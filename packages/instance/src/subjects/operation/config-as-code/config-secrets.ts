import { createHmac, randomBytes } from 'node:crypto'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Vault } from '../../../platform/vault.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { Store } from '../../../store/store.ts'
import type { ConfigMember, ConfigType } from './config-types.ts'

/** What stands for a secret where records are compared and stored: equal secrets have equal fingerprints, on one instance only. */
export interface Fingerprinted {
  readonly $secret: string
}

export const isFingerprint = (value: unknown): value is Fingerprinted =>
  isRecord(value) && typeof value.$secret === 'string'

/** Returns a short text that tells whether two values are equal, and nothing else about them. */
export type Fingerprint = (value: unknown) => string

const keySetting = 'config_fingerprints'

/** Fingerprints with a key of the instance, which is created on first use and stored encrypted. */
export async function fingerprintsOf(store: Pick<Store, 'db'>, vault: Vault): Promise<Fingerprint> {
  const sealed = await settingOr(store, keySetting, () => vault.seal(randomBytes(32).toString('hex')))
  const key = Buffer.from(vault.open(sealed), 'hex')
  return (value) => createHmac('sha256', key).update(JSON.stringify(value)).digest('base64url').slice(0, 32)
}

/** A row with everything secret in it replaced. */
export function hideSecrets(
  { members, rows, kinds }: ConfigType,
  row: Readonly<Row>,
  replace: (secret: unknown) => unknown,
): Row {
  const hidden = hideMembers(members, row, replace, kinds)
  for (const { part, members: ofRow } of rows) {
    const found = row[part.relation]
    if (Array.isArray(found)) {
      hidden[part.relation] = found.map((each) => (isRecord(each) ? hideMembers(ofRow, each, replace, kinds) : each))
    } else if (isRecord(found)) hidden[part.relation] = hideMembers(ofRow, found, replace, kinds)
  }
  return hidden
}

function hideMembers(
  members: readonly ConfigMember[],
  row: Readonly<Row>,
  replace: (secret: unknown) => unknown,
  kinds: ConfigType['kinds'],
): Row {
  const hidden: Row = { ...row }
  for (const { column } of members) {
    const value = row[column.name] ?? null
    if (column.secrets !== null && value !== null) hidden[column.name] = column.secrets.hide(value, row, replace, kinds)
  }
  return hidden
}

/**
 * Adds to a sent value the secrets that it leaves out and the stored one has at the same place; in lists, those of the entry with the same
 * name. `stored`: with fingerprints. `source`: has what is added, in the same form.
 */
export function withKeptSecrets(sent: unknown, stored: unknown, source: unknown): unknown {
  if (Array.isArray(sent) && Array.isArray(stored) && Array.isArray(source)) {
    return sent.map((each, at) => {
      const same =
        isRecord(each) && each.name !== undefined
          ? stored.findIndex((other) => isRecord(other) && other.name === each.name)
          : at
      return same < 0 ? each : withKeptSecrets(each, stored[same], source[same])
    })
  }
  if (!isRecord(sent) || !isRecord(stored) || !isRecord(source)) return sent
  const kept: Row = { ...sent }
  for (const [name, value] of Object.entries(stored)) {
    if (isFingerprint(value)) {
      if (sent[name] === undefined) kept[name] = source[name]
    } else if (sent[name] !== undefined) kept[name] = withKeptSecrets(sent[name], value, source[name])
  }
  return kept
}

/** A value without its fingerprints, and the paths of those. */
export function withoutConfigSecrets(
  value: unknown,
  path = '',
): { readonly value: unknown; readonly secrets: readonly string[] } {
  const secrets: string[] = []
  return { value: without(value, path), secrets }

  function without(each: unknown, at: string): unknown {
    const below = (name: string | number) => (at === '' ? String(name) : `${at}.${name}`)
    if (Array.isArray(each)) return each.map((item, index) => without(item, below(index)))
    if (!isRecord(each)) return each
    const kept = Object.entries(each).flatMap(([name, member]) => {
      if (!isFingerprint(member)) return [[name, without(member, below(name))] as const]
      secrets.push(below(name))
      return []
    })
    return Object.fromEntries(kept)
  }
}

/** The value of a setting, which is stored first if there is none; of several nodes that do so at once, one wins. */
export async function settingOr({ db }: Pick<Store, 'db'>, name: string, make: () => string): Promise<string> {
  const read = () => db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  const stored = await read()
  if (stored !== undefined) return stored.value
  const value = make()
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await read())?.value ?? value
}
