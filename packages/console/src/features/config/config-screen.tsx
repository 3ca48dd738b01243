import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { collectionQuery } from '../../instance/collections.ts'
import { environmentQuery, hasFeature } from '../../instance/environment.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import tabs from '../../ui/tab-row.module.css'
import { Screen } from '../../widgets/list/list-screen/screen.tsx'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { commonWords } from '../../words/messages.ts'
import { CacheView, cachesQuery } from './cache/cache-view.tsx'
import styles from './config.module.css'
import { type EntryKind, type EntryRecord, listColumns, pageParams } from './entries/entry-kind.ts'
import { mailsQuery, policyQuery } from './first-queries.ts'
import { t } from './messages.ts'
import { SystemInfoView } from './system-info/system-info-view.tsx'
import { type ShownViews, type Standing, shownViews } from './views.ts'

const Entries = lazy(() => import('./entries.tsx').then(({ Entries }) => ({ default: Entries })))
const OutboxView = lazy(() => import('./outbox/outbox-view.tsx').then(({ OutboxView }) => ({ default: OutboxView })))
const TwoStepView = lazy(() =>
  import('./two-step/two-step-view.tsx').then(({ TwoStepView }) => ({ default: TwoStepView })),
)

/** The Config tab: views of the system's settings, each at its own address. */
export function ConfigScreen() {
  const { id = null, entry = null } = useParams({ strict: false })
  const views = useConfigViews(id)
  const nav = useRef<HTMLElement>(null)
  const { page } = views
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>(`a[href$="/config/${page}"]`)
    // In a narrow window the views scroll horizontally.
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.clientWidth / 3
  }, [page])
  return (
    <Screen title={t.config} purpose={t.systemConfigHelp}>
      <nav ref={nav} className={tabs.tabs} aria-label={t.configViews}>
        {views.places.map(({ view, loaded }) =>
          loaded ? (
            <Link
              key={view.id}
              to={`/config/${view.id}`}
              search={{}}
              preload={false}
              className={tabs.tab}
              aria-current={view.id === page ? 'page' : undefined}
            >
              {view.title}
            </Link>
          ) : (
            <span key={view.id} className={classNames(tabs.tab, styles.place)}>
              {view.title}
            </span>
          ),
        )}
      </nav>
      <div className={styles.panel}>
        <Suspense fallback={<Skeleton lines={8} />}>
          <Page page={page} entry={entry} previews={views.previews} lost={views.lost} onRetry={views.retry} />
        </Suspense>
      </div>
    </Screen>
  )
}

interface PageProps {
  page: ShownViews['page']
  /** The part of the path after the view. */
  entry: string | null
  previews: boolean
  lost: Error | null
  onRetry: () => void
}

function Page({ page, entry, previews, lost, onRetry }: PageProps) {
  switch (page) {
    case 'system-info':
      return <SystemInfoView />
    case 'cache':
      return <CacheView />
    case 'cors':
    case 'email-templates':
    case 'lookup-keys':
    case 'webhooks':
      return <Entries view={page} chosen={entry} previews={previews} />
    case 'outbox':
      return <OutboxView chosen={entry} />
    case 'two-step':
      return <TwoStepView />
    case 'waiting':
      return <Skeleton lines={8} />
    case 'missing':
    case 'nothing':
      return lost ? <LoadFailure error={lost} text={lost.message} onRetry={onRetry} /> : <NotThere onRetry={onRetry} />
  }
}

function NotThere({ onRetry }: { onRetry: () => void }) {
  const navigate = useNavigate()
  return (
    <EmptyState
      title={t.nothingToShow}
      actions={
        <>
          <Button onClick={onRetry}>{commonWords.tryAgain}</Button>
          <Button variant="quiet" onClick={() => void navigate({ to: '/config', search: {} })}>
            {t.backToFirst}
          </Button>
        </>
      }
    >
      {t.viewUnavailable}
    </EmptyState>
  )
}

/** The first page of a view's list: the same query decides whether the view is available and fills its list. */
const firstPage = (kind: Pick<EntryKind<never>, 'collection' | 'nameField' | 'markFields'>) =>
  collectionQuery<EntryRecord>(kind.collection, pageParams(kind, '', 1))

/** Returns the views that are available to this person on this instance; `wanted`: the one in the address. */
function useConfigViews(wanted: string | null) {
  const environment = useQuery(environmentQuery)
  const known = environment.data ?? {}
  const cache = useQuery(cachesQuery)
  const cors = useQuery(firstPage(listColumns.cors))
  const templates = useQuery(firstPage(listColumns['email-templates']))
  const lookups = useQuery(firstPage(listColumns['lookup-keys']))
  const hasWebhooks = hasFeature(known, 'webhooks')
  const webhooks = useQuery({ ...firstPage(listColumns.webhooks), enabled: hasWebhooks })
  const keepsMails = hasFeature(known, 'outbox')
  const outbox = useQuery({ ...mailsQuery(1), enabled: keepsMails })
  const knowsTwoStep = hasFeature(known, 'two-step')
  const policy = useQuery({ ...policyQuery, enabled: knowsTwoStep })
  const all = [
    environment,
    cache,
    cors,
    templates,
    lookups,
    ...(hasWebhooks ? [webhooks] : []),
    ...(keepsMails ? [outbox] : []),
    ...(knowsTwoStep ? [policy] : []),
  ]
  const standings = {
    'system-info': standingOf(environment),
    cache: standingOf(cache),
    cors: standingOf(cors),
    'email-templates': standingOf(templates),
    'lookup-keys': standingOf(lookups),
    webhooks: hasWebhooks ? standingOf(webhooks) : 'refused',
    outbox: keepsMails ? standingOf(outbox) : 'refused',
    'two-step': knowsTwoStep ? standingOf(policy) : 'refused',
  } as const
  return {
    ...shownViews(standings, wanted),
    /** The error if the instance did not respond at all. */
    lost: all.find(({ error }) => error instanceof InstanceError && error.kind === 'unreachable')?.error ?? null,
    previews: hasFeature(known, 'email-preview'),
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch()
    },
  }
}

function standingOf({ data, isError }: Pick<UseQueryResult, 'data' | 'isError'>): Standing {
  return data !== undefined ? 'loaded' : isError ? 'refused' : 'waiting'
}
