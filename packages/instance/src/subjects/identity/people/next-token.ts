import type { SessionProof, Tokens } from '../../../gateway/parts.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { Directory } from './directory.ts'
import { deviceOf } from './sessions/device.ts'
import { type SecondStep, stepPersonOf } from './two-step/second-step.ts'

/** Issues a new token after a change that ended the caller's own: for the same session, with the same lifetime and start. */
export async function replacementToken(
  tokens: Tokens,
  { caller, address, headers }: Pick<ApiRequest, 'caller' | 'address' | 'headers'>,
  id: number,
  proof?: SessionProof,
): Promise<string> {
  const was = caller.token === null ? null : tokens.describe(caller.token)
  const device = deviceOf({ address, headers })
  return tokens.issue(id, was?.forever ?? false, { proof: proof ?? was?.proof, session: was?.session, device })
}

interface FirstTokenParts {
  readonly directory: Directory
  readonly tokens: Tokens
  readonly twoStep: { readonly secondStep: Pick<SecondStep, 'isNeeded'> }
}

/** Issues a token after a password was set without a session, unless two-step sign-in is required. */
export async function firstToken(
  { directory, tokens, twoStep }: FirstTokenParts,
  id: number,
  request: Pick<ApiRequest, 'address' | 'headers'>,
): Promise<{ session_token: string } | { two_step_required: true }> {
  const { value } = await directory.reread(id)
  const needed = value !== null && (await twoStep.secondStep.isNeeded(stepPersonOf(value)))
  if (needed) return { two_step_required: true }
  return { session_token: await tokens.issue(id, false, { device: deviceOf(request) }) }
}
