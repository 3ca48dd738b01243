import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '../../../confirm/confirm.ts'
import { invalidateCollection, removeRecord } from '../../../instance/collections.ts'
import { useEnvironment } from '../../../instance/environment.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { ServiceSelect } from '../../../widgets/pickers/service-select/service-select.tsx'
import { type ApiRecord, endpointCollection, endpointsQuery, sourceCollection, sourcesQuery } from '../api-queries.ts'
import styles from '../custom-apis.module.css'
import { t } from '../messages.ts'
import { callable, useSources } from '../use-sources.ts'

/** The services that the endpoints of an API may call. Each is stored as it is added or removed. */
export function SourcesPane({ api }: { api: ApiRecord }) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const { sources, add } = useSources(api)
  const { data: rows } = useQuery(sourcesQuery)
  const { data: endpoints } = useQuery(endpointsQuery(useEnvironment()))
  const [removing, setRemoving] = useState<number | null>(null)
  const remove = async (serviceId: number) => {
    const found = rows?.rows.find(({ api_id, service_id }) => api_id === api.id && service_id === serviceId)
    if (found?.id === undefined) return
    const { id } = found
    const name = sources.find((each) => each.id === serviceId)?.name ?? ''
    const hasEndpoints = endpoints?.rows.some(({ api_id, is_active }) => api_id === api.id && is_active !== false)
    const question = { title: t.removeSource({ name }), text: t.removeSourceHelp, action: t.removeIt, danger: true }
    if (hasEndpoints && !(await confirm(question))) return
    setRemoving(serviceId)
    try {
      await removeRecord(sourceCollection, id)
    } catch (error) {
      notifyError(error)
    } finally {
      setRemoving(null)
      await invalidateCollection(queryClient, sourceCollection)
      await invalidateCollection(queryClient, endpointCollection)
    }
  }
  return (
    <Stack gap={4} className={styles.narrow}>
      <Text tone="muted" measure>
        {t.sourcesHelp}
      </Text>
      {sources.length === 0 ? (
        <Text>{t.noSources}</Text>
      ) : (
        <Stack as="ul" gap={1} aria-label={t.sources}>
          {sources.map(({ id, name, label }) => (
            <Row as="li" key={id} gap={3} className={styles.source}>
              <Text as="span" mono truncate shrink>
                {name}
              </Text>
              <Text as="span" tone="muted" size="sm" truncate grow shrink>
                {label && label !== name ? label : ''}
              </Text>
              <IconButton
                label={t.remove({ name })}
                danger
                icon={<IconTrash />}
                loading={removing === id}
                disabledReason={writeBlock}
                onClick={() => void remove(id)}
              />
            </Row>
          ))}
        </Stack>
      )}
      <ServiceSelect
        label={t.addSource}
        groups={callable}
        value={null}
        taken={new Set(sources.map(({ id }) => id))}
        disabled={writeBlock !== null}
        onChange={(service) => service && void add(service.label)}
      />
    </Stack>
  )
}
