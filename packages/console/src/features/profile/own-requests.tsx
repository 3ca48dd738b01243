import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '../../instance/browser-session.ts'
import { environmentQuery, hasFeature } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { isFullAdmin } from '../../instance/session.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Purpose } from '../../ui/purpose.tsx'
import { AskDialog } from '../../widgets/access/access-requests/ask-dialog.tsx'
import { t } from '../../widgets/access/access-requests/messages.ts'
import { RequestList } from '../../widgets/access/access-requests/request-list.tsx'
import { profileMessages } from './messages.ts'
import profile from './profile.module.css'

/** The signed-in person's requests for access, and what was granted; nothing for those who have access to everything. */
export function OwnRequests() {
  const queryClient = useQueryClient()
  const user = useUser()
  const environment = useQuery(environmentQuery).data ?? {}
  const isThere = hasFeature(environment, 'access-requests') && !isFullAdmin(user)
  const query = ownRequestsQuery(user?.id ?? 0)
  const { data = [] } = useQuery({ ...query, enabled: isThere && user !== null })
  const [asks, setAsks] = useState(false)
  if (!isThere) return null

  const read = () => void queryClient.invalidateQueries(query)
  return (
    <section className={profile.card} aria-labelledby="profile-requests">
      <Row align="start" gap={3} wrap>
        <Stack grow shrink>
          <h2 id="profile-requests">{t.accessRequests}</h2>
          <Purpose>{profileMessages.requestsHelp}</Purpose>
        </Stack>
        <Button onClick={() => setAsks(true)}>{profileMessages.askDots}</Button>
      </Row>
      {data.length === 0 ? null : <RequestList requests={data} named={false} onEnded={read} />}
      {asks ? (
        <AskDialog
          onAsked={() => {
            setAsks(false)
            read()
          }}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </section>
  )
}

/** Maximum number of requests that are listed. */
const most = 20

const ownRequestsQuery = (user: number) =>
  queryOptions({
    queryKey: ['access-requests', 'own', user],
    queryFn: async ({ signal }) => {
      const params = { filter: `user_id = ${user}`, order: 'id DESC', limit: most }
      return (await send({ verb: 'GET', path: 'system/access_request', params, signal })).data.resource
    },
  })
