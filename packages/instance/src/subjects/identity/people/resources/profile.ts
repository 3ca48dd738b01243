import { invalid, Problem } from '@millwright/contract/problem'
import { isProfileLanguage, type Profile, profileLanguages } from '@millwright/contract/wire/session'
import { rejectProgram } from '../../../../access/required-rights.ts'
import type { Vault } from '../../../../platform/vault.ts'
import { readStoredValues } from '../../../../records/system/stored-values.ts'
import type { AccessRequest, ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { assertNoRest, fieldsOf, unsupported } from '../../../../request/body.ts'
import type { CallerUser } from '../../../../request/caller.ts'
import { user } from '../../../ground/models/person-model.ts'
import type { SystemResource } from '../../../ground/system/resource.ts'
import { credentialChanges } from '../account-notices.ts'
import { type Account, confirmPassword, type Population } from '../authenticate.ts'
import { replacementToken } from '../begin-session.ts'
import type { OwnColumns } from '../people.ts'
import type { ResourceParts } from './resource-parts.ts'

/** `user/profile` or `system/admin/profile`: reads and changes the caller's own record (docs/wire/sessions.md). */
export function createProfileResource(population: Population, parts: ResourceParts): SystemResource {
  const admin = population === 'admin'
  const { passwords, people, store, tokens } = parts

  async function answer(request: ApiRequest): Promise<object> {
    const user = whoCalls(request)
    if (request.verb !== 'GET') rejectProgram(request.caller)
    if (request.verb === 'DELETE') throw unsupported(request)
    const stored = await store.db.selectFrom('user').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    return request.verb === 'GET' ? profileOf(stored) : update(request, stored)
  }

  function whoCalls({ caller: { user } }: AccessRequest): CallerUser {
    if (user === null) throw new Problem(401, 'Unauthorized. There is no session.')
    if (admin && !user.is_sys_admin) throw new Problem(403, 'Access Forbidden. This is for administrators.')
    return user
  }

  async function update(request: ApiRequest, stored: Account): Promise<object> {
    const fields = fieldsOf(request)
    const textual = request.payloadFormat !== 'json'
    const change = readProfile(fields, { ...stored }, { textual, vault: parts.vault })
    const newEmail = change.columns.email !== undefined
    if (newEmail) await confirmPassword(parts, fields, stored, request.address, 'the email')
    await checkApp(change)
    const hidden = change.answer === undefined ? {} : { security_answer: await hashed(change.answer) }
    const columns = { ...change.columns, ...hidden }
    await people.change(stored.id, columns, request)
    parts.notices.tell(stored, credentialChanges({ ...stored }, { ...columns }), request)
    if (!newEmail) return { success: true }
    return { success: true, session_token: await replacementToken(tokens, request, stored.id) }
  }

  const hashed = (answer: string | null) => (answer === null ? null : passwords.hash(answer))

  async function checkApp({ columns: { default_app_id: id } }: ProfileChange): Promise<void> {
    if (id === undefined) return
    const app = await store.db.selectFrom('app').select('id').where('id', '=', id).executeTakeFirst()
    if (app === undefined) throw invalid({ default_app_id: [`default_app_id names no app: ${id}.`] })
  }

  return {
    name: admin ? 'admin/profile' : 'profile',
    label: admin ? 'Administrator Profile' : 'Profile',
    description: admin ? 'An administrator’s own record.' : 'A person’s own record.',
    singleton: true,
    keeps: 'people',
    readOnly: false,
    guard: (request) => void whoCalls(request),
    async handle(request, rest): Promise<ApiResponse> {
      assertNoRest(rest)
      return { status: 200, body: await answer(request) }
    },
  }
}

function profileOf(person: Account): Profile {
  return {
    username: person.username,
    first_name: person.first_name,
    last_name: person.last_name,
    name: person.name,
    email: person.email,
    phone: person.phone,
    security_question: person.security_question,
    default_app_id: person.default_app_id,
    // Clients use these two to determine whether the password is managed externally.
    oauth_provider: person.oauth_provider || person.saml || '',
    adldap: person.adldap ?? '',
    ...(person.language && { language: person.language }),
  }
}

const texts = ['username', 'first_name', 'last_name', 'name', 'email', 'phone', 'security_question'] as const

interface ProfileChange {
  readonly columns: Omit<OwnColumns, 'security_answer'>
  /** In plain form. `null` to remove it. */
  readonly answer?: string | null
}

/**
 * Compares the sent members of a profile with the stored ones: nulls and equal values are not changes, but a null or empty
 * security question removes it together with its answer. Throws a 400 with all errors by field.
 */
function readProfile(
  sent: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
  options: { readonly textual: boolean; readonly vault: Vault },
): ProfileChange {
  const changed = [...texts, 'default_app_id', 'security_answer'].filter((name) => {
    const value = sent[name]
    return value !== undefined && value !== null && value !== '' && value !== stored[name]
  })
  const updates = Object.fromEntries(changed.map((name) => [name, sent[name]]))
  const values = readStoredValues(user, updates, { ...options, creating: false })
  const columns: OwnColumns = {}
  for (const name of texts) {
    const value = values[name]
    if (typeof value === 'string') columns[name] = value
  }
  for (const name of ['first_name', 'last_name', 'phone'] as const) if (sent[name] === '') columns[name] = ''
  if (typeof values.default_app_id === 'number') columns.default_app_id = values.default_app_id
  if (sent.language !== undefined && sent.language !== null) columns.language = acceptedLanguage(sent.language)
  if (sent.security_question === null || sent.security_question === '') {
    return { columns: { ...columns, security_question: null }, answer: null }
  }
  return typeof values.security_answer === 'string' ? { columns, answer: values.security_answer } : { columns }
}

/** Returns `null` for an empty value, which uses the browser's language. */
function acceptedLanguage(sent: unknown): string | null {
  if (sent === '') return null
  if (isProfileLanguage(sent)) return sent
  throw invalid({ language: [`language must be one of ${profileLanguages.join(', ')}.`] })
}
