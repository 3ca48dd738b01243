import type { QueryClient } from '@tanstack/react-query'
import { invalidateCollection, updateRecord } from '../../instance/collections.ts'
import { notify } from '../../notifications/notify.ts'
import { type ApiRecord, apiCollection, apiName } from './api-queries.ts'
import { t } from './messages.ts'

/** Publishes the saved endpoints of an API as a revision, or an earlier one by its number. Throws `InstanceError`. */
export async function publishApi(queryClient: QueryClient, api: ApiRecord, earlier?: number): Promise<void> {
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
