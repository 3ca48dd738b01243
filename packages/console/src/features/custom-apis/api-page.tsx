import { IconBook2 } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { recordQuery } from '../../instance/collections.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Row } from '../../ui/layout.tsx'
import { ReadOnly } from '../../ui/read-only.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useSection } from '../../widgets/form/editor-frame/use-section.ts'
import { Screen } from '../../widgets/list/list-screen/screen.tsx'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { AboveLink } from './above-link.tsx'
import { AccessPane } from './api/access-pane.tsx'
import { EndpointsPane } from './api/endpoints-pane.tsx'
import { SourcesPane } from './api/sources-pane.tsx'
import { VersionsPane } from './api/versions-pane.tsx'
import { apiAddress } from './api-address.ts'
import { ApiBadge } from './api-badges.tsx'
import { type ApiRecord, apiCollection, apiName, basePathOf } from './api-queries.ts'
import styles from './custom-apis.module.css'
import { t } from './messages.ts'
import { askAndPublish } from './publish-api.tsx'

const SettingsPane = lazy(() => import('./api/settings-pane.tsx').then((module) => ({ default: module.SettingsPane })))

const panes = [
  {
    id: 'endpoints',
    label: t.endpoints,
  },
  {
    id: 'sources',
    label: t.sources,
  },
  {
    id: 'access',
    label: t.access,
  },
  {
    id: 'versions',
    label: t.versions,
  },
  {
    id: 'settings',
    label: t.settings,
  },
] as const

/** The page of an API: its endpoints, sources, access, versions and settings. */
export function ApiPage({ id }: { id: string }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(recordQuery<ApiRecord>(apiCollection, id))
  const { section, open } = useSection(panes)
  const api = data?.record
  const isGone = error instanceof InstanceError && error.status === 404
  return (
    <Screen
      title={api ? apiName(api) : t.api}
      above={<AboveLink to={apiAddress.list}>{t.module}</AboveLink>}
      beside={api ? <ApiBadge api={api} /> : null}
      aside={api ? <ApiActions api={api} /> : null}
    >
      {api ? (
        <div className={section === 'settings' ? styles.filled : styles.whole}>
          <Tabs
            label={t.parts}
            tabs={panes}
            value={panes.find((pane) => pane.id === section)?.id ?? 'endpoints'}
            onChange={open}
            fill={section === 'settings'}
          >
            <Suspense fallback={<Skeleton lines={6} />}>
              <Pane section={section} api={api} />
            </Suspense>
          </Tabs>
        </div>
      ) : isGone ? (
        <EmptyState
          title={t.noSuchApi}
          actions={<Button onClick={() => void navigate({ to: apiAddress.list })}>{t.allApis}</Button>}
        />
      ) : error ? (
        <LoadFailure error={error} text={t.apiFailed} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Screen>
  )
}

function Pane({ section, api }: { section: string; api: ApiRecord }) {
  const writeBlock = useWriteBlock()
  switch (section) {
    case 'sources':
      return <SourcesPane api={api} />
    case 'access':
      return <AccessPane api={api} />
    case 'versions':
      return <VersionsPane api={api} />
    case 'settings':
      return (
        <ReadOnly value={writeBlock}>
          <SettingsPane api={api} />
        </ReadOnly>
      )
    default:
      return <EndpointsPane api={api} />
  }
}

/** Documentation, and publishing what was saved. */
function ApiActions({ api }: { api: ApiRecord }) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const [publishing, setPublishing] = useState(false)
  const publish = async () => {
    setPublishing(true)
    try {
      await askAndPublish(queryClient, api, 'any')
    } catch (error) {
      notifyError(error)
    } finally {
      setPublishing(false)
    }
  }
  const isCurrent = api.status === 'published' && api.has_changes === false
  return (
    <Row gap={2} wrap>
      <DocsLink api={api} />
      <Button
        variant="primary"
        loading={publishing}
        disabledReason={writeBlock ?? (isCurrent && t.nothingToPublish)}
        onClick={() => void publish()}
      >
        {t.publish}
      </Button>
    </Row>
  )
}

function DocsLink({ api }: { api: ApiRecord }) {
  return (
    <Link to={`/apidocs/${encodeURIComponent(basePathOf(api))}`} preload={false} className={styles.docs}>
      <IconBook2 size={16} aria-hidden="true" />
      {t.docs}
    </Link>
  )
}
