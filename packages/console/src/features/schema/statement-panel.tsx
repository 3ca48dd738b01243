import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../instance/instance-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Text } from '../../ui/text.tsx'
import { useDebouncedValue } from '../../ui/use-settled.ts'
import { schemaMessages } from './messages.ts'
import styles from './schema.module.css'
import { previewCalls, type SchemaCall } from './schema-calls.ts'
import { useHasPreview } from './use-schema-form.ts'

/** Milliseconds without a change before the preview is requested. */
const pause = 400

interface StatementPanelProps {
  /** The calls that saving would make; empty if none. */
  calls: readonly SchemaCall[]
}

/**
 * The statements that saving will run, as previewed by the server, visible at any scroll position. Renders nothing if the server has no
 * preview.
 */
export function StatementPanel({ calls }: StatementPanelProps) {
  const hasPreview = useHasPreview()
  const settled = useDebouncedValue(JSON.stringify(calls), pause)
  const wanted = hasPreview && settled !== '[]'
  const { data, error, isFetching } = useQuery({
    queryKey: ['schema-preview', settled],
    queryFn: ({ signal }) => previewCalls(JSON.parse(settled), signal),
    enabled: wanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  if (!wanted || calls.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.statements} tabIndex={0} aria-label={schemaMessages.whatSavingRuns}>
      <h3 className={styles.statementsTitle}>
        {schemaMessages.whatSavingRuns} {isFetching ? <Spinner /> : null}
      </h3>
      {error ? (
        <Text tone="muted" size="sm">
          {messageOf(error)}
        </Text>
      ) : data && data.length > 0 ? (
        <Stack as="ol" gap={2}>
          {data.map(({ sql, loses }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a statement may occur twice, and none moves
            <li key={index}>
              <pre className={styles.sql}>{sql}</pre>
              {loses ? (
                <p className={styles.loses}>
                  <Badge tone="danger">{schemaMessages.losesData}</Badge> {loses}
                </p>
              ) : null}
            </li>
          ))}
        </Stack>
      ) : data ? (
        <Text tone="muted" size="sm">
          {schemaMessages.noStatements}
        </Text>
      ) : null}
    </section>
  )
}
