import type { AccessToken, NewAccessToken } from '@millwright/contract/records/access-token'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { environmentQuery, hasFeature } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Purpose } from '../../ui/purpose.tsx'
import { tokenMessages } from '../../widgets/access/access-tokens/messages.ts'
import { revokeToken, TokenList } from '../../widgets/access/access-tokens/token-list.tsx'
import { profileMessages } from './messages.ts'
import profile from './profile.module.css'
import { SecretDialog } from './two-step/result-dialogs.tsx'

const path = 'user/access_token'

const TokenDialog = lazy(() => import('./token-dialog.tsx').then((module) => ({ default: module.TokenDialog })))

/** The signed-in administrator's access tokens: creates one, which is shown once, and revokes them. */
export function AccessTokens() {
  const queryClient = useQueryClient()
  const environment = useQuery(environmentQuery).data ?? {}
  const isThere = hasFeature(environment, 'access-tokens')
  const { data = [] } = useQuery({ ...accessTokensQuery, enabled: isThere })
  const [creates, setCreates] = useState(false)
  const [newToken, setMade] = useState<NewAccessToken | null>(null)
  if (!isThere) return null

  const show = (token: NewAccessToken) => {
    setCreates(false)
    setMade(token)
    void queryClient.invalidateQueries(accessTokensQuery)
  }
  const revoke = async (token: AccessToken) => {
    if (await revokeToken(token, { verb: 'DELETE', path, params: { id: token.id } }))
      await queryClient.invalidateQueries(accessTokensQuery)
  }
  return (
    <section className={profile.card} aria-labelledby="profile-tokens">
      <Row align="start" gap={3} wrap>
        <Stack grow shrink>
          <h2 id="profile-tokens">{tokenMessages.accessTokens}</h2>
          <Purpose>{profileMessages.tokensHelp}</Purpose>
        </Stack>
        <Button onClick={() => setCreates(true)}>{profileMessages.createDots}</Button>
      </Row>
      {data.length === 0 ? null : <TokenList tokens={data} onRevoke={(token) => void revoke(token)} />}
      {creates ? (
        <Suspense fallback={null}>
          <TokenDialog onMade={show} onClose={() => setCreates(false)} />
        </Suspense>
      ) : null}
      {newToken ? (
        <SecretDialog
          title={profileMessages.tokenTitle({ name: newToken.name })}
          help={profileMessages.tokenOnceHelp}
          secret={newToken.token}
          onClose={() => setMade(null)}
        />
      ) : null}
    </section>
  )
}

const accessTokensQuery = queryOptions({
  queryKey: ['access-tokens'],
  queryFn: async ({ signal }) => (await send({ verb: 'GET', path, signal })).data.resource,
})
