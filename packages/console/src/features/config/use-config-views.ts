import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { collectionQuery } from '../../instance/collections.ts'
import { environmentQuery, hasFeature } from '../../instance/environment.ts'
import { cachesQuery } from './cache/caches-query.ts'
import { corsKind } from './cors/cors-kind.tsx'
import { templateKind } from './email-templates/template-kind.tsx'
import type { EntryKind, EntryRecord } from './entries/entry-kind.ts'
import { pageParams } from './entries/entry-page.ts'
import { lookupKind } from './lookups/lookup-kind.tsx'
import { mailsQuery } from './outbox/mails-query.ts'
import { policyQuery } from './two-step/policy-query.ts'
import { type Standing, shownViews } from './views.ts'

/** The list of a view as it opens: what is read to know whether there is such a view is what it then shows. */
const firstPage = (kind: Pick<EntryKind<never>, 'collection' | 'nameField' | 'markFields'>) =>
  collectionQuery<EntryRecord>(kind.collection, pageParams(kind, '', 1))

/** Which views there are for this person on this instance; `wanted`: the one that the address names. */
export function useConfigViews(wanted: string | null) {
  const environment = useQuery(environmentQuery)
  const known = environment.data ?? {}
  const cache = useQuery(cachesQuery)
  const cors = useQuery(firstPage(corsKind))
  const templates = useQuery(firstPage(templateKind(false)))
  const lookups = useQuery(firstPage(lookupKind))
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
    ...(keepsMails ? [outbox] : []),
    ...(knowsTwoStep ? [policy] : []),
  ]
  const standings = {
    'system-info': standingOf(environment),
    cache: standingOf(cache),
    cors: standingOf(cors),
    'email-templates': standingOf(templates),
    'lookup-keys': standingOf(lookups),
    outbox: keepsMails ? standingOf(outbox) : 'refused',
    'two-step': knowsTwoStep ? standingOf(policy) : 'refused',
  } as const
  return {
    ...shownViews(standings, wanted),
    previews: hasFeature(known, 'email-preview'),
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch()
    },
  }
}

function standingOf({ data, isError }: Pick<UseQueryResult, 'data' | 'isError'>): Standing {
  return data !== undefined ? 'loaded' : isError ? 'refused' : 'waiting'
}
