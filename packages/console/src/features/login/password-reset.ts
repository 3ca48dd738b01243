import { send } from '../../instance/send.ts'
import { forUserElseAdmin, type LoginAttribute } from '../../widgets/credentials/log-in.ts'

/** Asks for a new password. The answer is a security question, or null when a mail with a code is on its way. */
export async function requestReset(attribute: LoginAttribute, identity: string): Promise<string | null> {
  const body = { [attribute]: identity, reset: true }
  return forUserElseAdmin(async (kind) => {
    const { data } = await send<{ security_question?: string }>({
      verb: 'POST',
      path: `${kind}/password`,
      params: { reset: true },
      body,
    })
    return data.security_question ?? null
  })
}

export interface QuestionAnswer {
  attribute: LoginAttribute
  identity: string
  question: string
  answer: string
  password: string
}

/** Sets a new password with the answer to the security question. */
export async function answerQuestion({
  attribute,
  identity,
  question,
  answer,
  password,
}: QuestionAnswer): Promise<void> {
  const body = {
    [attribute]: identity,
    security_question: question,
    security_answer: answer,
    new_password: password,
    verify_password: password,
  }
  await forUserElseAdmin((kind) => send({ verb: 'POST', path: `${kind}/password`, params: { login: false }, body }))
}
