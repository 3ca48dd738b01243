import { randomBytes, randomInt } from 'node:crypto'
import { appType } from '@millwright/contract/records/app'
import type { Insertable } from 'kysely'
import type { Passwords } from '../../../gateway/parts.ts'
import { type Clock, isoMicros } from '../../../platform/clock.ts'
import { consoleApp } from '../../../platform/console-app.ts'
import { foldedName, isAddress } from '../../../platform/mail-address.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { SettingError } from '../../../platform/settings/settings.ts'
import type { Vault } from '../../../platform/vault.ts'
import type { UserTable } from '../../../store/identity-tables.ts'
import { takeSetupTurn } from '../../../store/setup-lock.ts'
import type { Db, Store } from '../../../store/store.ts'
import type { AppTable } from '../../../store/system-tables.ts'
import { databaseFile } from '../../data/databases/database-file.ts'
import { defaultTemplates } from '../../identity/email/default-templates.ts'
import { lengthProblem } from '../../identity/people/password-rule.ts'
import { refuseOtherSecret, secretCheck, secretCheckSetting } from './secret-check.ts'
import { mailSettings, sampleDatabase, shippedServices } from './shipped-services.ts'

/** Without letters and digits that are easily confused. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const generatedLength = 20

/** Generates a password to be shown once; about 116 bits at its usual length. */
export function generatePassword(minLength: number): string {
  const length = Math.max(generatedLength, minLength)
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** A confirmed root administrator, named after the email address. `hash`: of the password. */
function firstAdmin(email: string, hash: string, date: string): Insertable<UserTable> {
  const { first, last, display } = nameOf(email)
  return {
    name: display,
    username: email,
    first_name: first,
    last_name: last,
    email,
    email_key: foldedName(email),
    username_key: foldedName(email),
    password: hash,
    is_active: 1,
    is_sys_admin: 1,
    is_root_admin: 1,
    created_date: date,
    last_modified_date: date,
  }
}

function nameOf(email: string): { first: string; last: string; display: string } {
  const words = (email.split('@')[0] ?? email).split(/[._+-]+/).filter((word) => word !== '')
  const [first = 'Admin', ...rest] = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return { first, last: rest.join(' ') || first, display: [first, ...rest].join(' ') }
}

/** A setting that is there from the first start of a new instance until its configuration was applied. */
export const awaitedSetting = 'config_awaited'

const defaultEmail = 'admin@example.com'

export interface SeedParts {
  readonly store: Store
  readonly config: Pick<Config, 'firstAdmin' | 'passwordMinLength' | 'dataFolder' | 'sampleData' | 'configuration'>
  readonly clock: Clock
  readonly passwords: Pick<Passwords, 'hash'>
  readonly vault: Vault
}

/** An administrator created by `seed`. */
export interface NewAdmin {
  readonly email: string
  /** To be shown once; `null` if the password was configured. */
  readonly generatedPassword: string | null
}

/**
 * Creates the apps, services, mail templates and first administrator of a new instance in a transaction. Seeded records are
 * never recreated, even if they were deleted, except that an administrator is created whenever there is none.
 * @returns the new administrator, if any
 * @throws if the secret differs from the one that the database was seeded with, or the configured administrator is invalid
 */
export async function seed({ store, config, clock, passwords, vault }: SeedParts): Promise<NewAdmin | null> {
  const before = await stateOf(store.db)
  if (before.secretCheck !== null) refuseOtherSecret(before.secretCheck, vault)
  if (before.shipped && before.hasAdmin) return null
  if (!before.hasAdmin) refuseInvalidAdmin(config)
  const email = config.firstAdmin.email?.toLowerCase() ?? defaultEmail
  const password = config.firstAdmin.password ?? generatePassword(config.passwordMinLength)
  const hash = before.hasAdmin ? null : await passwords.hash(password)

  const hasNewAdmin = await store.transaction(async (tx) => {
    await takeSetupTurn(store.engine, tx)
    const { shipped, hasAdmin, secretCheck: check } = await stateOf(tx)
    if (check !== null) refuseOtherSecret(check, vault)
    const date = isoMicros(clock())
    if (!shipped) {
      await ship(tx, date, config.sampleData)
      if (config.sampleData) await addSample(config.dataFolder)
      if (config.configuration !== null) await keep(tx, awaitedSetting, date)
    }
    if (check === null) await keep(tx, secretCheckSetting, secretCheck(vault))
    if (hasAdmin || hash === null) return false
    await tx
      .insertInto('user')
      .values(firstAdmin(email, hash, date))
      .execute()
    return true
  })
  return hasNewAdmin ? { email, generatedPassword: config.firstAdmin.password === null ? password : null } : null
}

/** Throws a `SettingError` for what is configured, which is only checked when it is used. */
export function refuseInvalidAdmin({
  firstAdmin: { email, password },
  passwordMinLength,
}: Pick<Config, 'firstAdmin' | 'passwordMinLength'>): void {
  if (email !== null && !isAddress(email)) {
    throw new SettingError('adminEmail', `must be an email address, not "${email}".`)
  }
  const problem = password === null ? null : lengthProblem('password', password, passwordMinLength)
  if (problem !== null) throw new SettingError('adminPassword', `is not accepted. ${problem}`)
}

interface State {
  readonly shipped: boolean
  readonly hasAdmin: boolean
  readonly secretCheck: string | null
}

async function stateOf(db: Db): Promise<State> {
  const settings = await db.selectFrom('setting').selectAll().where('name', 'in', ['shipped', 'secret_check']).execute()
  const admin = await db.selectFrom('user').select('id').where('is_sys_admin', '=', 1).limit(1).executeTakeFirst()
  return {
    shipped: settings.some(({ name }) => name === 'shipped'),
    hasAdmin: admin !== undefined,
    secretCheck: settings.find(({ name }) => name === 'secret_check')?.value ?? null,
  }
}

async function keep(tx: Db, name: string, value: string): Promise<void> {
  await tx.insertInto('setting').values({ name, value }).execute()
}

/** Creates the file before the service is visible; its code is loaded on demand. */
async function addSample(dataFolder: string): Promise<void> {
  const { makeSample } = await import('../../data/sample/make-sample.ts')
  makeSample(databaseFile(dataFolder, sampleDatabase))
}

async function ship(tx: Db, date: string, withSample: boolean): Promise<void> {
  await tx.insertInto('app').values(shippedApps(date)).execute()
  const templates = await tx
    .insertInto('email_template')
    .values(defaultTemplates.map((template) => ({ ...template, created_date: date, last_modified_date: date })))
    .returning(['id', 'name'])
    .execute()
  const services = await tx
    .insertInto('service')
    .values(shippedServices(date, withSample))
    .returning(['id', 'name'])
    .execute()
  const settings = mailSettings({
    service: idOf('email', services),
    inviteTemplate: idOf('User Invite Default', templates),
    registrationTemplate: idOf('User Registration Default', templates),
    passwordTemplate: idOf('Password Reset Default', templates),
  })
  for (const [name, config] of Object.entries(settings)) {
    await tx
      .updateTable('service')
      .set({ config: JSON.stringify(config) })
      .where('name', '=', name)
      .execute()
  }
  await keep(tx, 'shipped', date)
}

function idOf(name: string, rows: readonly { id: number; name: string }[]): number {
  const found = rows.find((row) => row.name === name)
  if (found === undefined) throw new Error(`Nothing named ${name} was seeded`)
  return found.id
}

interface ShippedApp {
  readonly name: string
  readonly description: string
  /** URL path in the console. */
  readonly path: string
}

const shipped: readonly ShippedApp[] = [
  { name: consoleApp, description: 'The console for administering this instance.', path: 'home' },
  { name: 'api_docs', description: 'Reads and tries out the APIs of the services.', path: 'apidocs' },
  { name: 'file_manager', description: 'Manages the files of file services.', path: 'file-manager' },
]

/** The apps of a new instance, each with its own API key. `date`: for `created_date`. */
function shippedApps(date: string): Insertable<AppTable>[] {
  return shipped.map((app) => ({
    ...app,
    api_key: randomBytes(32).toString('hex'),
    is_active: 1,
    type: appType.path,
    requires_fullscreen: 0,
    allow_fullscreen_toggle: 1,
    toggle_location: 'top',
    created_date: date,
    last_modified_date: date,
  }))
}
