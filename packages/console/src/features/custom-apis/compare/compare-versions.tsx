import type { ApiState } from '@millwright/contract/records/custom-api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Pair, Stack } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Text } from '../../../ui/text.tsx'
import { LoadFailure } from '../../../widgets/records/load-failure/load-failure.tsx'
import { t } from '../messages.ts'
import { ChangeList } from './change-list.tsx'
import { comparisonQuery } from './comparison.ts'

interface CompareVersionsProps {
  api: number
  /** Numbers of the revisions, latest first. */
  revisions: readonly number[]
  published: number
  /** Whether what is saved differs from what is published. */
  hasChanges: boolean
}

/** Compares two revisions, or one with what is saved, as callers see them. */
export function CompareVersions({ api, revisions, published, hasChanges }: CompareVersionsProps) {
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
