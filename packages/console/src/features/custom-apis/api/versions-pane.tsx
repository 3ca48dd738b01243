import type { ApiState, CustomApiRevision } from '@millwright/contract/records/custom-api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionKey, readRecord } from '../../../instance/collections.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Pair, Row, Stack } from '../../../ui/layout.tsx'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { LoadFailure } from '../../../widgets/records/load-failure/load-failure.tsx'
import { type ApiRecord, apiCollection } from '../api-queries.ts'
import { ChangeList, comparisonQuery } from '../compare/change-list.tsx'
import styles from '../custom-apis.module.css'
import { t } from '../messages.ts'
import { askAndRevert } from '../publish-api.tsx'

const relation = 'custom_api_revision_by_api_id'

interface WithRevisions {
  readonly published_revision?: number | null
  readonly [relation]?: readonly Partial<CustomApiRevision>[]
}

/** The published revisions of an API, latest first; an earlier one can be published again. */
export function VersionsPane({ api }: { api: ApiRecord }) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const id = api.id ?? 0
  const { data, error, refetch } = useQuery({
    queryKey: [...collectionKey(apiCollection), 'revisions', id],
    queryFn: async ({ signal }) => {
      const params = { fields: 'id,published_revision', related: relation }
      const { record } = await readRecord<WithRevisions>(apiCollection, id, params, signal)
      const revisions = (record[relation] ?? []).toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0))
      return { revisions, published: record.published_revision }
    },
  })
  if (!data && error) return <LoadFailure error={error} text={t.versionsFailed} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  const { revisions, published } = data
  if (revisions.length === 0)
    return (
      <Text tone="muted" measure>
        {t.noVersions}
      </Text>
    )
  const revert = (number: number) => askAndRevert(queryClient, api, published ?? undefined, number).catch(notifyError)
  const numbers = revisions.flatMap(({ number }) => (number === undefined ? [] : [number]))
  const hasChanges = api.has_changes !== false
  return (
    <Stack gap={5} className={styles.narrow}>
      <Stack as="ol" gap={1} aria-label={t.versions}>
        {revisions.map(({ number = 0, version, created_date }) => (
          <Row as="li" key={number} gap={3} className={styles.source}>
            <Text as="span" weight="medium" tabular>
              {t.revision({ number })}
            </Text>
            <Text as="span" tone="muted" size="sm">
              {version}
            </Text>
            <Text as="span" tone="muted" size="sm" grow>
              {created_date ? <RelativeDate value={created_date} /> : null}
            </Text>
            {number === published ? (
              <Badge tone="success">{t.current}</Badge>
            ) : (
              <Button size="small" variant="quiet" disabledReason={writeBlock} onClick={() => void revert(number)}>
                {t.publishAgain}
              </Button>
            )}
          </Row>
        ))}
      </Stack>
      {typeof published === 'number' && (hasChanges || numbers.length > 1) ? (
        <CompareVersions api={id} revisions={numbers} published={published} hasChanges={hasChanges} />
      ) : null}
    </Stack>
  )
}

interface CompareVersionsProps {
  api: number
  /** Numbers of the revisions, latest first. */
  revisions: readonly number[]
  published: number
  /** Whether what is saved differs from what is published. */
  hasChanges: boolean
}

/** Compares two revisions, or one with what is saved, as callers see them. */
function CompareVersions({ api, revisions, published, hasChanges }: CompareVersionsProps) {
  const [chosen, setChosen] = useState<{ readonly from?: ApiState; readonly to?: ApiState }>({})
  const before = revisions.find((number) => number < published) ?? published
  const to = chosen.to ?? (hasChanges ? 'draft' : published)
  const from = chosen.from ?? (hasChanges ? published : before)
  const { data, error, refetch } = useQuery(comparisonQuery(api, from, to))
  const options = [
    { value: 'draft', label: t.savedState },
    ...revisions.map((number) => ({ value: String(number), label: t.revision({ number }) })),
  ]
  const stateOf = (value: string): ApiState => (value === 'draft' ? 'draft' : Number(value))
  return (
    <Stack as="section" gap={3} aria-label={t.compare}>
      <Text as="h2" size="md" weight="strong">
        {t.compare}
      </Text>
      <Pair>
        <SelectField
          label={t.earlier}
          value={String(from)}
          options={options}
          onChange={(value) => setChosen({ from: stateOf(value), to })}
        />
        <SelectField
          label={t.later}
          value={String(to)}
          options={options}
          onChange={(value) => setChosen({ from, to: stateOf(value) })}
        />
      </Pair>
      {data ? (
        <>
          {data.changes.length > 0 ? (
            <Text tone={data.breaking > 0 ? 'danger' : 'muted'} aria-live="polite">
              {t.countedBreaking({ count: data.breaking })}
            </Text>
          ) : null}
          <ChangeList changes={data.changes} />
        </>
      ) : error ? (
        <LoadFailure error={error} text={t.comparisonFailed} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={3} />
      )}
    </Stack>
  )
}
