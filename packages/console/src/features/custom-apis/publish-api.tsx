import type { QueryClient } from '@tanstack/react-query'
import { confirm } from '../../confirm/confirm.ts'
import { invalidateCollection, updateRecord } from '../../instance/collections.ts'
import { notify } from '../../notifications/notify.ts'
import { Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { type ApiRecord, apiCollection, apiName } from './api-queries.ts'
import { ChangesInDialog, readComparison } from './compare/change-list.tsx'
import { t } from './messages.ts'

/**
 * Publishes the saved endpoints of an API, once it was asked whether their differences from the published ones are meant: any, or only those
 * that break callers. Throws `InstanceError`.
 */
export async function askAndPublish(
  queryClient: QueryClient,
  api: ApiRecord,
  about: 'any' | 'breaking',
): Promise<void> {
  const { from, breaking, changes } = await readComparison(api.id ?? 0)
  const isAsked = from !== null && (about === 'any' ? changes.length : breaking) > 0
  if (!isAsked) return publishApi(queryClient, api)
  await confirm({
    title: t.publishChanges({ name: apiName(api) }),
    body: (
      <Stack gap={3}>
        <Text>{t.countedBreaking({ count: breaking })}</Text>
        <ChangesInDialog changes={changes} />
      </Stack>
    ),
    action: t.publish,
    danger: breaking > 0,
    run: () => publishApi(queryClient, api),
  })
}

/** Asks, and publishes an earlier revision of an API again, by its number. */
export async function askAndRevert(
  queryClient: QueryClient,
  api: ApiRecord,
  published: number | undefined,
  number: number,
): Promise<void> {
  const states = { ...(published !== undefined && { from: published }), to: number }
  const { breaking, changes } = await readComparison(api.id ?? 0, states)
  await confirm({
    title: t.revertRevision({ number }),
    text: t.revertHelp,
    body: <ChangesInDialog changes={changes} />,
    action: t.publish,
    danger: breaking > 0,
    run: () => publishApi(queryClient, api, number),
  })
}

/** Publishes the saved endpoints of an API as a revision, or an earlier one by its number. Throws `InstanceError`. */
async function publishApi(queryClient: QueryClient, api: ApiRecord, earlier?: number): Promise<void> {
  const changes = earlier === undefined ? {} : { publish_revision: earlier }
  const params = { fields: '*', ...(earlier === undefined && { publish: true }) }
  await updateRecord<ApiRecord>({ collection: apiCollection, id: api.id ?? '', changes, params, base: null })
  notify({ type: 'success', title: t.module, text: t.apiPublished({ name: apiName(api) }) })
  await Promise.all([
    invalidateCollection(queryClient, apiCollection),
    // The service becomes callable, and appears among those of roles and API Docs.
    invalidateCollection(queryClient, 'system/service'),
  ])
}
