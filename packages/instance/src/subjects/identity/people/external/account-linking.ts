import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { By, ExternalPerson, LinkingRules } from '../../../../gateway/ports/sign-in.ts'
import { type Clock, isoMicros } from '../../../../platform/clock.ts'
import { foldedName } from '../../../../platform/mail-address.ts'
import { constraintProblem } from '../../../../records/system/broken-rule.ts'
import type { Actor } from '../../../../records/system/declared-table.ts'
import { deleteRow, insertRow, storedRow, updateRow } from '../../../../records/system/rows.ts'
import type { Row, Tx } from '../../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../../records/system/write-log.ts'
import { user } from '../../../ground/models/person-model.ts'
import { ruledAppRole } from '../../../ground/models/role-model.ts'
import type { AccountWriter } from '../account-writer.ts'

/** Finds or creates accounts for people from external logins. */
export interface AccountLinking {
  /**
   * Returns the account id: of the account that the person at this service had before; else, if the service vouches for the
   * address, of the user account that has proven this address and is not linked to anyone at the service (never an
   * administrator's); else of a new account. Assigns the roles of the service. Throws a 401 for people who are not admitted
   * (docs/wire/sign-in.md).
   */
  findOrCreate(person: ExternalPerson, rules: LinkingRules, by: By): Promise<number>
}

const maxAttempts = 5

export function createAccountLinking(writes: AccountWriter, clock: Clock): AccountLinking {
  return {
    async findOrCreate(person, rules, by) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(person, rules, by)
        } catch (error) {
          // The person signed in twice at once, or another account took the address meanwhile.
          if (attempt === maxAttempts || constraintProblem(error)?.kind !== 'unique') throw error
        }
      }
    },
  }

  function once(person: ExternalPerson, rules: LinkingRules, by: By): Promise<number> {
    return writes.run(by, async (tx, actor, log) => {
      const known = await knownAccount(tx, person)
      const row = known ?? (await sameAddress(tx, person))
      if (row !== null && row.is_active === 0) throw new Problem(401, 'This account is not active.')
      if (row === null && !rules.newUsers) throw new Problem(401, 'This person has no account here.')
      const id = row === null ? await add(tx, person, actor, log) : Number(row.id)
      if (known === null) {
        await remember(tx, person, id)
      } else {
        await updateSignOutName(tx, person)
        await renew(tx, person, known, actor, log)
      }
      await giveRoles({ tx, actor, log }, id, rules)
      return id
    })
  }

  async function remember(tx: Tx, { service, subject, signOutName }: ExternalPerson, id: number): Promise<void> {
    await tx.all(
      'INSERT INTO "user_identity" ("user_id", "service_id", "subject", "created_date", "sign_out_name") VALUES (?, ?, ?, ?, ?)',
      id,
      service.id,
      subject,
      isoMicros(clock()),
      signOutName ?? null,
    )
  }
}

async function knownAccount(tx: Tx, { service, subject }: ExternalPerson): Promise<Row | null> {
  const found = await tx.first(
    'SELECT "user_id" FROM "user_identity" WHERE "service_id" = ? AND "subject" = ?',
    service.id,
    subject,
  )
  return found === undefined ? null : ((await storedRow(tx, user, Number(found.user_id))) ?? null)
}

async function updateSignOutName(tx: Tx, { service, subject, signOutName }: ExternalPerson): Promise<void> {
  if (signOutName === undefined) return
  await tx.all(
    'UPDATE "user_identity" SET "sign_out_name" = ? WHERE "service_id" = ? AND "subject" = ?',
    signOutName,
    service.id,
    subject,
  )
}

/** Requires a proven address, as anyone could have registered the account with this address otherwise. */
async function sameAddress(tx: Tx, { email, emailVerified, service }: ExternalPerson): Promise<Row | null> {
  if (email === null || !emailVerified) return null
  // An account linked to another person at the service has a different owner: addresses get reassigned.
  const found = await tx.first(
    `SELECT "id" FROM "user" WHERE "email" = ? AND "proven_email" = "email" AND "is_sys_admin" = 0
       AND NOT EXISTS (SELECT 1 FROM "user_identity" WHERE "user_id" = "user"."id" AND "service_id" = ?)`,
    email.toLowerCase(),
    service.id,
  )
  return found === undefined ? null : ((await storedRow(tx, user, Number(found.id))) ?? null)
}

async function add(tx: Tx, person: ExternalPerson, actor: Actor, log: WriteLog): Promise<number> {
  const email = await freeAddress(tx, person)
  const { first_name, last_name, marks } = person
  const row: Row = {
    email,
    username: email,
    name: displayName(person),
    first_name,
    last_name,
    ...marks,
    is_active: 1,
    is_sys_admin: 0,
    is_root_admin: 0,
  }
  log.inserted('user')
  return Number((await insertRow(tx, user, row, actor)).id)
}

/** The next generated address may already be taken. */
async function freeAddress(tx: Tx, person: ExternalPerson): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const address = shadowAddress(person, attempt)
    const taken = await tx.first(
      `SELECT "id" FROM "user" WHERE "email" = ? OR "username" = ? OR "email_key" = ? OR "username_key" = ?`,
      address,
      address,
      foldedName(address),
      foldedName(address),
    )
    if (taken === undefined) return address
  }
}

/** Accounts created by the service follow its names. Linked accounts keep their own. */
async function renew(tx: Tx, person: ExternalPerson, row: Row, actor: Actor, log: WriteLog): Promise<void> {
  const own = Object.entries(person.marks).some(([mark, value]) => row[mark] === value)
  if (!own) return
  const { first_name, last_name } = person
  const wanted: Row = { name: displayName(person), first_name, last_name }
  const values = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => value && row[name] !== value))
  if (Object.keys(values).length === 0) return
  await updateRow(tx, user, { values, previous: row }, Number(row.id), actor)
  log.changed('user', Number(row.id))
}

interface Step {
  readonly tx: Tx
  readonly actor: Actor
  readonly log: WriteLog
}

/** Whether a person had a role only through a group, or as the default, and it no longer applies. */
function isLost(role: number, { groupRole, groupRoles, defaultRole }: LinkingRules): boolean {
  if (role === groupRole) return false
  return groupRoles.has(role) || (groupRole !== null && role === defaultRole)
}

async function giveRoles({ tx, actor, log }: Step, id: number, rules: LinkingRules): Promise<void> {
  const everywhere = rules.groupRole ?? rules.defaultRole
  const apps = (await tx.all('SELECT "id" FROM "app" ORDER BY "id"')).map((app) => Number(app.id))
  const roles = new Set((await tx.all('SELECT "id" FROM "role"')).map((role) => Number(role.id)))
  const had = await tx.all('SELECT * FROM "user_to_app_to_role" WHERE "user_id" = ?', id)
  const byApp = new Map(had.map((row) => [Number(row.app_id), row]))
  await log.auditLog.within({ resource: 'user', id: String(id) }, async () => {
    for (const app of apps) {
      const previous = byApp.get(app)
      const lost = previous !== undefined && isLost(Number(previous.role_id), rules)
      const role = rules.roleByApp.get(app) ?? (previous === undefined || lost ? everywhere : null)
      if (lost && role === null) await deleteRow(tx, ruledAppRole, previous, Number(previous.id), actor)
      else if (role === null || !roles.has(role) || Number(previous?.role_id) === role) continue
      else if (previous === undefined)
        await insertRow(tx, ruledAppRole, { user_id: id, app_id: app, role_id: role }, actor)
      else await updateRow(tx, ruledAppRole, { values: { role_id: role }, previous }, Number(previous.id), actor)
      log.changed('user', id)
      log.changed('user_to_app_to_role', id)
    }
  })
}

const noGroups = { groupRole: null, groupRoles: new Set<number>() }

/** Parses the settings that all services of this kind share (docs/wire/sign-in.md). `groups`: the roles that the person's groups imply. */
export function linkingRules(
  config: Readonly<Record<string, unknown>>,
  groups: Pick<LinkingRules, 'groupRole' | 'groupRoles'> = noGroups,
): LinkingRules {
  const rows = Array.isArray(config.app_role_map) ? config.app_role_map.filter(isRecord) : []
  const mapped = rows.flatMap((row): [number, number][] => {
    const app = identifier(row.app_id)
    const role = identifier(row.role_id)
    return app === null || role === null ? [] : [[app, role]]
  })
  return {
    defaultRole: identifier(config.default_role),
    roleByApp: new Map(mapped),
    ...groups,
    newUsers: config.allow_new_users !== false,
  }
}

function identifier(value: unknown): number | null {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : null
}

/** The address of an account that belongs to one service: `ann+github@example.com`. `attempt` counts from 1. */
function shadowAddress({ email, service, subject, marks }: ExternalPerson, attempt: number): string {
  const [local, domain] = email === null ? [marks.ldap_username ?? subject, `${service.name}.invalid`] : split(email)
  const plain = local.replace(/[^\w.-]+/g, '-').slice(0, 40) || 'somebody'
  return `${plain}+${service.name}${attempt === 1 ? '' : `.${attempt}`}@${domain}`.toLowerCase()
}

function split(email: string): [string, string] {
  const at = email.lastIndexOf('@')
  return [email.slice(0, at), email.slice(at + 1)]
}

function displayName({ name, first_name, last_name, email, subject }: ExternalPerson): string {
  return name || [first_name, last_name].filter(Boolean).join(' ') || email || subject
}
