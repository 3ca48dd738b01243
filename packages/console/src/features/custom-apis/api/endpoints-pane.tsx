import { IconPlus, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useEnvironment } from '../../../instance/environment.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { LinkList } from '../../../widgets/explorer/split/link-list.tsx'
import { LoadFailure } from '../../../widgets/records/load-failure/load-failure.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import { apiAddress } from '../api-address.ts'
import { BrokenBadge, isBroken } from '../api-badges.tsx'
import { type ApiRecord, basePathOf, endpointPath, endpointsQuery } from '../api-queries.ts'
import styles from '../custom-apis.module.css'
import { t } from '../messages.ts'

/** The endpoints of an API. */
export function EndpointsPane({ api }: { api: ApiRecord }) {
  const navigate = useNavigate()
  const writeBlock = useWriteBlock()
  const list = useRef<HTMLUListElement>(null)
  const { data, error, refetch } = useQuery(endpointsQuery(useEnvironment()))
  const create = (
    <Button
      icon={<IconPlus />}
      disabledReason={writeBlock}
      onClick={() => void navigate({ to: apiAddress.endpoint(api.id, 'new'), search: {} })}
    >
      {t.newEndpoint}
    </Button>
  )
  if (!data && error) return <LoadFailure error={error} text={t.endpointsFailed} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  const own = data.rows.filter(({ api_id }) => api_id === api.id)
  if (own.length === 0)
    return (
      <EmptyState icon={<IconRoute />} title={t.noEndpoints} actions={create}>
        {t.whatEndpointsAre}
      </EmptyState>
    )
  return (
    <Stack gap={3}>
      <div className={styles.rows}>
        <LinkList
          count={own.length}
          chosenAt={-1}
          listRef={list}
          row={(at) => {
            const endpoint = own[at]
            if (!endpoint) return null
            const { id, method, path = '', label, is_active } = endpoint
            return {
              key: String(id),
              to: apiAddress.endpoint(api.id, id),
              search: {},
              current: false,
              facts: isBroken(endpoint) ? (
                <BrokenBadge endpoints={[endpoint]} />
              ) : is_active === false ? (
                <Badge>{tabWords.inactive}</Badge>
              ) : undefined,
              content: (
                <>
                  <Text as="span" mono size="sm" weight="strong" className={styles.method}>
                    {method}
                  </Text>
                  <Text as="span" mono truncate shrink title={`/${endpointPath(basePathOf(api), path)}`}>
                    {path}
                  </Text>
                  {label ? (
                    <Text as="span" tone="muted" size="sm" truncate shrink>
                      {label}
                    </Text>
                  ) : null}
                </>
              ),
            }
          }}
        />
      </div>
      <Row>{create}</Row>
    </Stack>
  )
}
