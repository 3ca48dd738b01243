import type { AccessToken } from '@millwright/contract/records/access-token'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { environmentQuery, hasFeature } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { tokenMessages } from '../../widgets/access-tokens/messages.ts'
import { revokeToken, TokenList } from '../../widgets/access-tokens/token-list.tsx'
import people from '../people/people.module.css'

const path = 'system/access_token'

/** The access tokens of an administrator, for those who may revoke them; renders nothing if there are none. */
export function AdminTokens({ id }: { id: number }) {
  const queryClient = useQueryClient()
  const environment = useQuery(environmentQuery).data ?? {}
  const queryKey = ['access-tokens', id]
  const { data = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await send({ verb: 'GET', path, params: { filter: `user_id=${id}`, order: 'id' }, signal })).data.resource,
    enabled: hasFeature(environment, 'access-tokens'),
    retry: false,
  })
  if (data.length === 0) return null

  const revoke = async (token: AccessToken) => {
    if (await revokeToken(token, { verb: 'DELETE', path: `${path}/${token.id}` }))
      await queryClient.invalidateQueries({ queryKey })
  }
  return (
    <section className={people.group} aria-labelledby="access-tokens">
      <h3 id="access-tokens">{tokenMessages.accessTokens}</h3>
      <TokenList tokens={data} onRevoke={(token) => void revoke(token)} />
    </section>
  )
}
