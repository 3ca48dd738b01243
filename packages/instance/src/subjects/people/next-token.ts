import type { Tokens } from '../../gateway/parts.ts'
import type { Caller } from '../../request/caller.ts'
import type { Directory } from './directory.ts'
import { type SecondStep, stepPersonOf } from './two-step/second-step.ts'

/** A token for who had to end the one in use by what they did: as long-lived, and begun as that one was. */
export async function nextToken(tokens: Tokens, { token }: Pick<Caller, 'token'>, id: number): Promise<string> {
  const was = token === null ? null : tokens.describe(token)
  return tokens.issue(id, was?.forever ?? false, was?.proof)
}

interface FirstTokenParts {
  readonly directory: Directory
  readonly tokens: Tokens
  readonly twoStep: { readonly secondStep: Pick<SecondStep, 'isNeeded'> }
}

/** A token for who has just set a password without a session, unless there is a second step to be made. */
export async function firstToken(
  { directory, tokens, twoStep }: FirstTokenParts,
  id: number,
): Promise<{ session_token: string } | { two_step_required: true }> {
  const { value } = await directory.reread(id)
  const needed = value !== null && (await twoStep.secondStep.isNeeded(stepPersonOf(value)))
  return needed ? { two_step_required: true } : { session_token: await tokens.issue(id, false) }
}
