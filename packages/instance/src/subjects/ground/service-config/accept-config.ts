import { type FieldMessages, invalid } from '@millwright/contract/problem'
import { secretMask } from '@millwright/contract/records/lookup'
import type { ChoiceSource, ConfigField, ConfigFields } from '@millwright/contract/service-config/config-field'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ServiceKind } from '../../../gateway/service-kind.ts'
import type { Vault } from '../../../platform/vault.ts'
import { maskMembers, restoreMembers } from '../../../records/secret-members.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import { acceptSetting } from './accept-setting.ts'
import { differ, movedSecrets, openConfig, repeatedMember, sealSetting } from './stored-config.ts'

interface Restored {
  /** `undefined`: the stored setting stays unchanged. */
  readonly value: unknown
  /** Whether a stored masked secret stays stored. */
  readonly keepsSecret: boolean
}

/**
 * Replaces masks in a sent setting with the stored secrets. `stored`: decrypted; `null` or `undefined` for a new service. Rows
 * keep the secret of the stored row with the same name, in order.
 */
function restoreSecrets(field: ConfigField, sent: unknown, stored: unknown): Restored {
  const { secret, items } = field
  if (secret === 'masked') {
    const value = sent === secretMask ? undefined : sent
    return { value, keepsSecret: value === undefined && isPresent(stored) }
  }
  if (secret === 'members') {
    const value = sent === undefined ? undefined : restoreMembers(sent, stored)
    const keepsSecret = sent === undefined ? differ(maskMembers(stored), stored) : differ(value, sent)
    return { value, keepsSecret }
  }
  const secrets = typeof items === 'object' ? maskedColumns(items) : []
  if (secrets.length === 0) return { value: sent, keepsSecret: false }
  if (sent === undefined) return { value: undefined, keepsSecret: hasSecret(stored, secrets) }
  return restoreRows(sent, stored, secrets)
}

function maskedColumns(items: ConfigFields): SecretColumn[] {
  return Object.entries(items).flatMap(([name, { secret }]) =>
    secret === 'masked' || secret === 'members' ? [{ name, secret }] : [],
  )
}

interface SecretColumn {
  readonly name: string
  readonly secret: 'masked' | 'members'
}

function restoreRows(sent: unknown, stored: unknown, secrets: readonly SecretColumn[]): Restored {
  const rows: readonly unknown[] = Array.isArray(sent) ? sent : [sent]
  const before = Array.isArray(stored) ? stored.filter(isRecord) : []
  const met = new Map<unknown, number>()
  let keepsSecret = false
  const value = rows.map((row) => {
    if (!isRecord(row)) return row
    const nth = met.get(row.name) ?? 0
    met.set(row.name, nth + 1)
    const same = before.filter(({ name }) => name === row.name)[nth]
    const restored: Row = { ...row }
    for (const { name: column, secret } of secrets) {
      if (secret === 'members') {
        restored[column] = restoreMembers(row[column], same?.[column])
        keepsSecret ||= differ(restored[column], row[column])
      } else if (row[column] === secretMask) {
        restored[column] = same?.[column] ?? null
        keepsSecret ||= isPresent(restored[column])
      }
    }
    return restored
  })
  return { value, keepsSecret }
}

const hasSecret = (stored: unknown, secrets: readonly SecretColumn[]) =>
  Array.isArray(stored) && stored.filter(isRecord).some((row) => secrets.some(({ name }) => isPresent(row[name])))

const isPresent = (value: unknown) => value !== null && value !== undefined && value !== ''

export interface ConfigChange {
  readonly kind: ServiceKind
  readonly sent: Readonly<Row>
  /** `null` for a new service. */
  readonly stored: Readonly<Row> | null
}

interface Acceptance {
  readonly tx: Tx
  readonly vault: Vault
  readonly dataFolder: string
  readonly sysadmin: boolean
}

/**
 * The configuration to store after a change, with secrets encrypted: unknown settings are dropped; omitted settings and secrets
 * sent as their mask stay unchanged; a new service gets the defaults. Throws a 400 with validation messages by setting
 * (docs/wire/services.md). Kinds with `knownElsewhere` reject settings that are not listed there either.
 */
export async function acceptConfig(change: ConfigChange, acceptance: Acceptance): Promise<Row> {
  const { kind, sent, stored } = change
  const { tx, vault } = acceptance
  const kept: Row = { ...stored }
  const before = stored === null ? {} : openConfig(kind.config, stored, vault)
  const problems: FieldMessages = {}
  const unchangedSecrets: string[] = []
  for (const [name, field] of Object.entries(kind.config ?? {})) {
    const { value, keepsSecret } = restoreSecrets(field, sent[name], before[name])
    if (keepsSecret) unchangedSecrets.push(name)
    if (value === undefined && stored !== null) continue
    const accepted = acceptSetting(name, field, value ?? null)
    const twice = repeatedMember(value)
    if (twice !== null) problems[name] = [`${name} has ${twice}, which are the same option.`]
    else if ('problem' in accepted) problems[name] = [accepted.problem]
    else kept[name] = sealSetting(field, accepted.value, vault)
  }
  Object.assign(problems, unknownSettings(kind, sent))
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const moved = movedSecrets(kind.config ?? {}, unchangedSecrets, before, openConfig(kind.config, kept, vault))
  if (moved !== null) throw invalid(moved)
  const complaints = newComplaints(change, kept, acceptance)
  if (Object.keys(complaints).length > 0) throw invalid(complaints)
  await refuseUnknownRows(tx, kind, kept, stored ?? {})
  return kept
}

function unknownSettings({ config, knownElsewhere }: ServiceKind, sent: Readonly<Row>): FieldMessages {
  const isUnknown = (name: string) => !Object.hasOwn(config ?? {}, name) && knownElsewhere?.includes(name) === false
  return Object.fromEntries(
    Object.keys(sent)
      .filter(isUnknown)
      .map((name) => [name, [`There is no setting '${name}'.`]]),
  )
}

/** Validation messages for settings that changed; settings that were already invalid do not block other changes. */
function newComplaints({ kind, stored }: ConfigChange, kept: Readonly<Row>, acceptance: Acceptance): FieldMessages {
  const open = (config: Readonly<Row>) => openConfig(kind.config, config, acceptance.vault)
  const is = open(kept)
  const found = kind.check?.(is, acceptance) ?? {}
  if (stored === null) return found
  const was = open(stored)
  const before = kind.check?.(was, acceptance) ?? {}
  const isNew = (name: string) => before[name] === undefined || differ(is[name], was[name])
  return Object.fromEntries(Object.entries(found).filter(([name]) => isNew(name)))
}

const tables = { app: 'app', role: 'role', email_service: 'service', email_template: 'email_template' } as const

interface Named {
  readonly setting: string
  readonly source: ChoiceSource
  readonly id: number
}

/** Rejects references to missing rows, except those that were stored before. */
async function refuseUnknownRows(tx: Tx, kind: ServiceKind, kept: Readonly<Row>, before: Readonly<Row>): Promise<void> {
  const known = new Set(namedRows(kind, before).map(textOf))
  for (const named of namedRows(kind, kept)) {
    if (known.has(textOf(named))) continue
    const found = await tx.first(`SELECT "id" FROM "${tables[named.source]}" WHERE "id" = ?`, named.id)
    if (found !== undefined) continue
    const message = `${named.setting} names ${tables[named.source]} ${named.id}, which does not exist.`
    throw invalid({ [named.setting]: [message] })
  }
}

function namedRows({ config }: ServiceKind, values: Readonly<Row>): Named[] {
  return Object.entries(config ?? {}).flatMap(([setting, { source, items }]) => {
    const value = values[setting]
    if (source !== undefined) return typeof value === 'number' ? [{ setting, source, id: value }] : []
    if (!Array.isArray(value) || typeof items !== 'object') return []
    return value.filter(isRecord).flatMap((row) =>
      Object.entries(items).flatMap(([column, field]) => {
        const id = row[column]
        return field.source !== undefined && typeof id === 'number' ? [{ setting, source: field.source, id }] : []
      }),
    )
  })
}

const textOf = ({ setting, source, id }: Named) => `${setting} ${source} ${id}`
