import type { Session } from '@millwright/contract/wire/session'
import { InstanceError } from '../../instance/instance-error.ts'
import { send } from '../../instance/send.ts'
import { type LoginAttribute, logIn } from '../../widgets/form/credentials/log-in.ts'

export interface CodeDraft {
  attribute: LoginAttribute
  identity: string
  code: string
  password: string
}

type Kind = 'user' | 'system/admin'

/** Confirms an invitation or a registration and signs in. Only the administrators' endpoint accepts an administrator's code. */
export async function confirmCode(form: CodeDraft, admin: boolean): Promise<Session> {
  await post(admin ? 'system/admin' : 'user', form)
  return signIn(form)
}

/** Sets a forgotten password with the code from the mail and signs in; tries the more likely endpoint first. */
export async function resetByCode(form: CodeDraft, admin: boolean): Promise<Session> {
  const [first, second]: [Kind, Kind] = admin ? ['system/admin', 'user'] : ['user', 'system/admin']
  try {
    await post(first, form)
  } catch (error) {
    if (!(error instanceof InstanceError) || (error.status !== 401 && error.status !== 404)) throw error
    await post(second, form)
  }
  return signIn(form)
}

async function post(kind: Kind, { attribute, identity, code, password }: CodeDraft): Promise<void> {
  const body = { [attribute]: identity, code: code.trim(), new_password: password }
  await send({ verb: 'POST', path: `${kind}/password`, params: { login: false }, body })
}

function signIn({ attribute, identity, password }: CodeDraft): Promise<Session> {
  return logIn({ attribute, identity, password, remember: false, service: '' })
}
