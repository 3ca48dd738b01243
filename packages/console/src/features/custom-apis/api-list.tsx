import { IconApi, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Row } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { LinkList } from '../../widgets/explorer/split/link-list.tsx'
import { ListSearchBox } from '../../widgets/explorer/split/list-search-box.tsx'
import { ListFoot, ListNote } from '../../widgets/explorer/split/split-parts.tsx'
import { Screen } from '../../widgets/list/list-screen/screen.tsx'
import { LoadFailure, useLoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { apiAddress } from './api-address.ts'
import { ApiBadge, BrokenBadge, isBroken } from './api-badges.tsx'
import { type ApiRecord, apiName, apisQuery, basePathOf, callsQuery, endpointsQuery } from './api-queries.ts'
import styles from './custom-apis.module.css'
import { t } from './messages.ts'

const NewApi = lazy(() => import('./new-api.tsx').then((module) => ({ default: module.NewApi })))

/** The list of custom APIs: status and health, number of endpoints and calls. */
export function ApiList() {
  const { data, error, refetch } = useQuery(apisQuery)
  const [creating, setCreating] = useState(false)
  const writeBlock = useWriteBlock()
  useLoadFailure(data ? null : error, { module: t.module, text: t.loadFailed })
  const create = (
    <Button
      variant="primary"
      icon={<IconPlus />}
      aria-haspopup="dialog"
      disabledReason={writeBlock}
      onClick={() => setCreating(true)}
    >
      {t.newApi}
    </Button>
  )
  const isEmpty = data?.rows.length === 0
  return (
    <Screen title={t.module} purpose={t.purpose} aside={data && !isEmpty ? create : null}>
      {!data && error ? (
        <LoadFailure error={error} text={t.loadFailed} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={8} />
      ) : isEmpty ? (
        <EmptyState icon={<IconApi />} title={t.noApis} actions={create}>
          {t.whatApisAre}
        </EmptyState>
      ) : (
        <Apis apis={data.rows} />
      )}
      {creating ? (
        <Suspense fallback={null}>
          <NewApi onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </Screen>
  )
}

function Apis({ apis }: { apis: readonly ApiRecord[] }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const environment = useEnvironment()
  const isCounted = hasFeature(environment, 'usage')
  const { data: endpoints } = useQuery(endpointsQuery(environment))
  const { data: calls } = useQuery(callsQuery(apis.map(basePathOf), isCounted))
  const wanted = text.trim().toLowerCase()
  const found = apis.filter(({ name, label, base_path }) =>
    [name, label, base_path].some((each) => each?.toLowerCase().includes(wanted)),
  )
  return (
    <section aria-label={t.module} className={styles.list}>
      <ListSearchBox
        label={t.searchApis}
        text={text}
        onChange={setText}
        onDown={() => list.current?.querySelector('a')?.focus()}
        onEnter={() => {
          const [first] = found
          if (first) void navigate({ to: apiAddress.api(first.id), search: {} })
        }}
      />
      <div className={styles.rows}>
        {found.length === 0 ? (
          <ListNote>{t.noApiMatches({ text })}</ListNote>
        ) : (
          <LinkList
            count={found.length}
            chosenAt={-1}
            listRef={list}
            row={(at) => {
              const api = found[at]
              if (!api) return null
              const own = endpoints?.rows.filter(({ api_id }) => api_id === api.id)
              const broken = own?.filter(isBroken) ?? []
              const called = calls?.get(basePathOf(api))
              return {
                key: String(api.id),
                to: apiAddress.api(api.id),
                search: {},
                current: false,
                facts: (
                  <Row gap={3}>
                    <span className={styles.fact}>{own ? t.countedEndpoints({ count: own.length }) : null}</span>
                    {isCounted && calls ? (
                      <span className={styles.fact}>{t.countedCalls({ count: called?.requests ?? 0 })}</span>
                    ) : null}
                    <Text as="span" tone="danger" nowrap>
                      {called?.errors ? t.countedErrors({ count: called.errors }) : null}
                    </Text>
                    <span className={styles.state}>
                      {broken.length > 0 ? <BrokenBadge endpoints={broken} /> : <ApiBadge api={api} />}
                    </span>
                  </Row>
                ),
                content: (
                  <>
                    <Text as="span" truncate shrink>
                      {apiName(api)}
                    </Text>
                    <Text as="span" mono tone="muted" size="sm" truncate shrink className={styles.path}>
                      {`/${basePathOf(api)}`}
                    </Text>
                  </>
                ),
              }
            }}
          />
        )}
      </div>
      <ListFoot>{t.countedApis({ count: apis.length })}</ListFoot>
    </section>
  )
}
