import { Problem } from '@millwright/contract/problem'
import type { NamedFactor, TwoStepState } from '@millwright/contract/wire/two-step'
import type { ApiRequest, ApiResponse, Applicant } from '../../../request/api-request.ts'
import type { CallerUser } from '../../../request/caller.ts'
import { fieldsOf, refuseRest, unsupported } from '../../../request/fields.ts'
import type { SystemResource } from '../../system/system-resource.ts'
import { confirmPassword } from '../confirm-password.ts'
import type { Account } from '../find-person.ts'
import { isRequired } from '../two-step/policy.ts'
import { refuseAppPasswords } from '../two-step/refuse-app-passwords.ts'
import { ownAppPasswords } from './own-app-passwords.ts'
import { ownOneTimeCode, ownRecoveryCodes } from './own-codes.ts'
import type { OwnFactor } from './own-factor.ts'
import { ownPasskeys } from './own-passkeys.ts'
import type { ResourceParts } from './resource-parts.ts'

/** Below the service `user`; public endpoints are exact, so that identifiers stand in the query. */
export const ownFactorPaths = ['one_time_code', 'recovery_codes', 'passkey', 'app_password'].map(
  (name) => `two_step/${name}`,
)

/** `user/two_step`: everybody's own second step and app passwords (docs/wire/two-step.md). */
export function createOwnTwoStepResource(parts: ResourceParts): SystemResource {
  const { policy, factors } = parts.twoStep
  const byName = new Map<string, OwnFactor>([
    ['one_time_code', ownOneTimeCode(parts)],
    ['recovery_codes', ownRecoveryCodes(parts)],
    ['passkey', ownPasskeys(parts)],
    ['app_password', ownAppPasswords(parts)],
  ])

  async function state(person: Account): Promise<TwoStepState> {
    const { oneTimeCode, recoveryCodes, passkeys, appPasswords } = await factors.of(person.id)
    const asked = await policy.read()
    return {
      policy: asked,
      required: isRequired(asked, person.is_sys_admin !== 0),
      one_time_code: oneTimeCode,
      recovery_codes: recoveryCodes,
      passkeys: passkeys.map(told),
      app_passwords: [...appPasswords],
      password: person.password !== null,
    }
  }

  async function change(request: ApiRequest, person: Account, factor: OwnFactor): Promise<object> {
    refuseAppPasswords(request.caller)
    if ((await policy.read()) === 'off') throw new Problem(403, 'A second step is not in use on this instance.')
    const fields = fieldsOf(request)
    const confirm = async (what: string) => {
      if (person.password !== null) await confirmPassword(parts, fields, person, request.address, what)
    }
    const answer = factor({ request, fields, person, confirm })
    if (answer === null) throw unsupported(request)
    return answer
  }

  return {
    name: 'two_step',
    label: 'Two-Step Sign-In',
    description: 'One’s own one-time codes, recovery codes, passkeys and app passwords.',
    singleton: true,
    readOnly: false,
    guard: (request) => void whoCalls(request),
    async handle(request, [name, ...rest]): Promise<ApiResponse> {
      refuseRest(rest)
      const { id } = whoCalls(request)
      const person = await parts.store.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const factor = name === undefined ? undefined : byName.get(name)
      if (factor !== undefined) return { status: 200, body: await change(request, person, factor) }
      if (name !== undefined) throw new Problem(404, `Resource '${name}' not found.`)
      if (request.verb !== 'GET') throw unsupported(request)
      return { status: 200, body: await state(person) }
    },
  }
}

function whoCalls({ caller: { user } }: Applicant): CallerUser {
  if (user === null) throw new Problem(401, 'Unauthorized. There is no session.')
  return user
}

function told({ id, name, created_date, last_used_date }: NamedFactor): NamedFactor {
  return { id, name, created_date, last_used_date }
}
