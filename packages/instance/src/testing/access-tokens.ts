import type { NewAccessToken, TokenScope } from '@millwright/contract/records/access-token'
import type { Send } from './send.ts'

/** Creates an access token of a signed-in administrator. */
export async function createAccessToken(
  { send }: { readonly send: Send },
  owner: { readonly token: string; readonly password: string },
  scopes: readonly TokenScope[],
  name = 'pipeline',
): Promise<NewAccessToken> {
  const body = { name, scopes, current_password: owner.password }
  const made = await send<NewAccessToken>('POST', 'user/access_token', { as: owner, body })
  if (made.status !== 201) throw new Error(`The access token was refused: ${JSON.stringify(made.body)}`)
  return made.body
}

/** The headers of a request with an access token. */
export const bearer = ({ token }: Pick<NewAccessToken, 'token'>) => ({
  headers: { authorization: `Bearer ${token}` },
})
