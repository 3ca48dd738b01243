import type { SessionProof, Tokens } from '../../gateway/parts.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import type { Directory } from './directory.ts'
import { deviceOf } from './sessions/device.ts'
import { type SecondStep, stepPersonOf } from './two-step/second-step.ts'

/** A token for who had to end the one in use by what they did: of the same session, as long-lived, and begun as that one was. */
export async function nextToken(
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

/** A token for who has just set a password without a session, unless there is a second step to be made. */
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
