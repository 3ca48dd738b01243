import { isYes } from '@millwright/connector/request'
import { invalid, Problem } from '@millwright/contract/problem'
import { requireRightsOfPerson } from '../../../access/handed-role.ts'
import { rejectProgram } from '../../../access/required-rights.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { reassignWork } from '../../../records/system/authorship.ts'
import { dialectOf, type Key } from '../../../records/system/dialect.ts'
import type { Relation } from '../../../records/system/relation.ts'
import { deleteRow } from '../../../records/system/rows.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import { flag } from '../../../request/params.ts'
import { accessToken } from '../../ground/models/access-models.ts'
import { app, appRecords } from '../../ground/models/app-model.ts'
import { lookupOf } from '../../ground/models/lookup-model.ts'
import { peopleWhoWrote } from '../../ground/models/person-model.ts'
import { appRole, role, roleRecords } from '../../ground/models/role-model.ts'
import { actorOf } from '../../ground/system/actor.ts'
import type {
  Aftermath,
  Commit,
  DeleteStep,
  PreparedChange,
  ResourceDeclaration,
  Travelling,
  WriteStep,
} from '../../ground/system/resource.ts'
import { credentialChanges } from './account-notices.ts'
import { replacementToken } from './begin-session.ts'
import { noCode } from './codes.ts'
import { lengthProblem } from './password-rule.ts'
import { auditedSessions } from './sessions/sessions.ts'

export const personTravels: Travelling = {
  key: 'email',
  nested: [
    { relation: 'user_to_app_to_role_by_user_id', as: 'roles', sameBy: ['app_id'] },
    { relation: 'lookup_by_user_id', as: 'lookups' },
  ],
  files: null,
}

export const personRelations: readonly Relation[] = [
  {
    kind: 'hasMany',
    name: 'lookup_by_user_id',
    foreignKey: 'user_id',
    target: lookupOf('user_id'),
    readAt: 'owner',
    matchBy: 'name',
  },
  { kind: 'hasMany', name: 'user_to_app_to_role_by_user_id', foreignKey: 'user_id', target: appRole, readAt: 'owner' },
  {
    kind: 'manyToMany',
    name: 'app_by_user_to_app_to_role',
    junction: 'user_to_app_to_role',
    near: 'user_id',
    far: 'app_id',
    target: app,
    readAt: appRecords,
    junctionReadAt: 'owner',
  },
  {
    kind: 'manyToMany',
    name: 'role_by_user_to_app_to_role',
    junction: 'user_to_app_to_role',
    near: 'user_id',
    far: 'role_id',
    target: role,
    readAt: roleRecords,
    junctionReadAt: 'owner',
  },
  { kind: 'belongsTo', name: 'app_by_default_app_id', column: 'default_app_id', target: app, readAt: appRecords },
  ...peopleWhoWrote,
]

/** The resource hooks that administrators and users share. */
export function personHooks(kind: 'admin' | 'user') {
  return {
    relations: personRelations,
    always: ['confirmed', 'expired'],
    prepare,
    beforeWrite: (step: WriteStep) => {
      const touches =
        kind === 'admin' || asksForEnd(step.body) || credentials.some((name) => step.values[name] !== undefined)
      if (touches) rejectProgram(step.request.caller)
      return step.previous === null ? undefined : beforeChange(step, step.previous)
    },
    async beforeDelete({ tx, previous, id, request, log }: DeleteStep) {
      rejectProgram(request.caller)
      if (request.caller.user?.id === id) throw new Problem(403, 'Cannot delete your account.')
      await keepRootAdmin(tx, previous, 'deleted')
      await reassignWork(tx, log, previous)
      log.signedOut.add(Number(id))
    },
    afterCommit(commit: Commit) {
      if (commit.creating && !flag(commit.request.params, 'send_invite')) return undefined
      return inviteAndRenew(commit, kind)
    },
  } satisfies Partial<ResourceDeclaration>
}

/** Columns with which people authenticate or get a new password. */
const credentials = ['email', 'username', 'password', 'security_question', 'security_answer'] as const

const asksForEnd = ({ end_sessions }: Readonly<Row>) => isYes(String(end_sessions ?? ''))

async function beforeChange(step: WriteStep, previous: Row): Promise<void> {
  const { values, tx, body, request, log, parts } = step
  if (credentials.some((name) => values[name] !== undefined && values[name] !== previous[name])) {
    await requireRightsOfPerson(tx, request.caller, previous.id)
  }
  if (flag(request.params, 'send_invite')) refuseConfirmed(previous)
  const changes = credentialChanges(previous, values)
  log.afterwards.push(() => parts.notices.tell(previous, changes, request))
  if (asksForEnd(body)) noteEnd(step, previous)
  if (endsTokens(values, previous) || asksForEnd(body)) {
    values.token_generation = Number(previous.token_generation) + 1
    log.signedOut.add(Number(previous.id))
  }
  // A code mailed to the old address would prove the new one. People with a pending code stay unconfirmed.
  const moves = values.email !== undefined && values.email !== previous.email
  if (moves && previous.confirm_code !== null) values.confirm_code = noCode
  if (values.is_active === 0 && previous.is_active === 1) {
    await keepRootAdmin(tx, previous, 'deactivated')
    await endAccessTokens(step, previous)
  }
}

function noteEnd({ log, request, parts }: WriteStep, { id, email }: Row): void {
  const previous = { name: email, sessions: null }
  const next = { name: email, sessions: 'all ended' }
  const change = { declared: auditedSessions, key: Number(id), previous, next }
  log.auditLog.note(change, actorOf(request, log, parts))
}

/** Tokens end with the person's access, and do not come back with it. */
async function endAccessTokens({ tx, log, request, parts }: WriteStep, { id }: Row): Promise<void> {
  const tokens = await tx.all('SELECT * FROM "access_token" WHERE "user_id" = ?', id)
  for (const token of tokens) await deleteRow(tx, accessToken, token, Number(token.id), actorOf(request, log, parts))
  if (tokens.length > 0) log.changed('access_token', ...tokens.map((token) => Number(token.id)))
}

/** Rejects invitations of confirmed accounts: those without a pending code that have a password. */
function refuseConfirmed(stored: Row): void {
  if (stored.confirm_code !== null || stored.password === null) return
  throw new Problem(400, 'User with this identifier has already confirmed this account.')
}

/** Sends the invitations that `send_invite` requests, and returns whether it did. New people whose invitation fails are deleted again. */
async function invite({ ids, creating, request, parts, remove }: Commit, kind: 'admin' | 'user'): Promise<boolean> {
  if (!flag(request.params, 'send_invite')) return false
  const failed: { id: Key; error: unknown }[] = []
  for (const id of ids) {
    try {
      await parts.invitations.invite(Number(id), kind, request)
    } catch (error) {
      failed.push({ id, error })
    }
  }
  const [first] = failed
  if (first === undefined) return true
  if (creating) await remove(failed.map(({ id }) => id))
  throw first.error
}

async function inviteAndRenew(commit: Commit, kind: 'admin' | 'user'): Promise<Aftermath> {
  const changed = await invite(commit, kind)
  return { changed, additions: await freshToken(commit) }
}

/** Derives names and username, and hashes secrets. Runs outside the transaction, as hashing is slow. */
function prepare({ values, creating }: PreparedChange, { passwords, config }: Parts): Promise<void> | undefined {
  if (creating) deriveNames(values)
  else if (typeof values.name === 'string' && values.name.trim() === '') throw invalid({ name: ['name is required.'] })
  if (config.loginAttribute === 'username' && values.username === null) {
    throw invalid({ username: ['username is required.'] })
  }
  if (values.password === null) delete values.password
  if (values.password !== undefined) values.password = acceptedPassword(values.password, config.passwordMinLength)
  if (values.security_question === null && typeof values.security_answer !== 'string') values.security_answer = null
  return secrets.some((name) => typeof values[name] === 'string') ? hashSecrets(values, passwords) : undefined
}

const secrets = ['password', 'security_answer'] as const

async function hashSecrets(values: Row, passwords: Parts['passwords']): Promise<void> {
  for (const name of secrets) {
    const plain = values[name]
    if (typeof plain === 'string') values[name] = await passwords.hash(plain)
  }
}

function deriveNames(values: Row): void {
  const email = String(values.email ?? '')
  const ownName = typeof values.name === 'string' ? values.name.trim() : ''
  const full = [values.first_name, values.last_name].filter((part) => typeof part === 'string' && part !== '').join(' ')
  values.name = ownName || cut(full || (email.split('@')[0] ?? ''))
  values.username ??= email
  values.is_root_admin = 0
}

function cut(name: string): string {
  return name.length > 255 ? [...name].slice(0, 255).join('') : name
}

/** Returns the password if it is valid. */
function acceptedPassword(password: unknown, least: number): string {
  const text = String(password)
  const problem = lengthProblem('password', text, least)
  if (problem !== null) throw invalid({ password: [problem] })
  return text
}

function endsTokens(values: Row, previous: Row): boolean {
  if (values.password !== undefined) return true
  if (values.email !== undefined && values.email !== previous.email) return true
  return values.is_active === 0 && previous.is_active === 1
}

/** Keeps at least one root administrator. Two who would delete each other concurrently wait for one another. */
async function keepRootAdmin(tx: Tx, { id, is_root_admin, is_active }: Row, what: string): Promise<void> {
  if (is_root_admin !== 1 || is_active !== 1) return
  const other = await tx.first(
    `SELECT "id" FROM "user" WHERE "is_root_admin" = 1 AND "is_active" = 1 AND "id" <> ? LIMIT 1${tx.dialect.lock}`,
    id,
  )
  if (other === undefined) throw new Problem(409, `The last active root administrator cannot be ${what}.`)
}

const nothing: ReadonlyMap<Key, Row> = new Map()

/** Adds a new token to the response for people whose change ended their own. */
async function freshToken({ request, log, parts, creating }: Commit): Promise<ReadonlyMap<Key, Row>> {
  const { user: self, token } = request.caller
  if (creating || self === null || token === null || !log.signedOut.has(self.id)) return nothing
  const stored = await parts.store.statements.first<Row>(dialectOf(parts.store.engine).finish(selfIsActive), [self.id])
  if (stored === undefined) return nothing
  return new Map([[self.id, { session_token: await replacementToken(parts.tokens, request, self.id) }]])
}

const selfIsActive = 'SELECT "id" FROM "user" WHERE "id" = ? AND "is_active" = 1'
