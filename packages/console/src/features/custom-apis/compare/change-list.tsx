import type { ApiChange, ApiChangeKind, ApiComparison, ApiState } from '@millwright/contract/records/custom-api'
import { queryOptions } from '@tanstack/react-query'
import { collectionKey } from '../../../instance/collections.ts'
import { send } from '../../../instance/send.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { apiCollection } from '../api-queries.ts'
import styles from '../custom-apis.module.css'
import { t } from '../messages.ts'

/** How two states of an API differ for its callers, by endpoint; those that break callers first. */
export function ChangeList({ changes }: { changes: readonly ApiChange[] }) {
  if (changes.length === 0) return <Text tone="muted">{t.sameForCallers}</Text>
  const byEndpoint = [...Map.groupBy(changes, ({ endpoint }) => endpoint)]
  return (
    <Stack as="ul" gap={3} aria-label={t.changes} className={styles.changes}>
      {byEndpoint.map(([endpoint, own]) => (
        <Stack as="li" gap={1} key={endpoint}>
          <Text as="span" mono size="sm" weight="strong" breakAnywhere>
            {endpoint}
          </Text>
          {own.map((each) => (
            <Row key={`${each.kind} ${each.at}`} gap={2} align="baseline">
              <span className={styles.mark}>
                {each.breaking ? <Badge tone="danger">{t.breaking}</Badge> : <Badge>{t.compatible}</Badge>}
              </span>
              <Text as="span" size="sm" breakAnywhere shrink>
                {sentenceOf(each)}
              </Text>
            </Row>
          ))}
        </Stack>
      ))}
    </Stack>
  )
}

/** The same in a dialog, whose buttons stay in sight. */
export function ChangesInDialog({ changes }: { changes: readonly ApiChange[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className={styles.scrolled} tabIndex={0} aria-label={t.changes}>
      <ChangeList changes={changes} />
    </section>
  )
}

const sentences: Readonly<Record<ApiChangeKind, (named: Named) => string>> = {
  'endpoint.added': () => t.endpointAdded,
  'endpoint.removed': () => t.endpointRemoved,
  'endpoint.described': () => t.endpointDescribed,
  'endpoint.steps': () => t.endpointSteps,
  'sent.added': ({ name, isBreaking }) => (isBreaking ? t.neededAdded({ name }) : t.sentAdded({ name })),
  'sent.removed': ({ name }) => t.sentRemoved({ name }),
  'sent.required': ({ name }) => t.sentRequired({ name }),
  'sent.optional': ({ name }) => t.sentOptional({ name }),
  'sent.type': (named) => t.becomes(named),
  'sent.values': (named) => t.becomes(named),
  'answer.added': ({ name }) => t.answerAdded({ name }),
  'answer.removed': ({ name }) => t.answerRemoved({ name }),
  'answer.type': (named) => t.becomes(named),
  'answer.values': (named) => t.becomes(named),
  'answer.status': ({ from, to }) => t.becomes({ name: t.status, from, to }),
}

interface Named {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly isBreaking: boolean
}

/** A server of a later version may know other kinds. */
function sentenceOf({ kind, at, from, to, breaking }: ApiChange): string {
  // What is removed or new in the response is said by the sentence.
  const name = at.replace(/^answer\.?/, '') || t.answer
  const named = { name, from: from ?? t.anyValue, to: to ?? t.anyValue, isBreaking: breaking }
  return sentences[kind]?.(named) ?? [kind, at].join(' ')
}

/** How two states of an API differ for its callers; by default, what is saved from what is published. Throws `InstanceError`. */
export async function readComparison(
  api: number,
  states: { readonly from?: ApiState; readonly to?: ApiState } = {},
  signal?: AbortSignal,
): Promise<ApiComparison> {
  const params = { api_id: api, ...states }
  const { data } = await send({ verb: 'GET', path: 'system/custom_api_comparison', params, ...(signal && { signal }) })
  return data
}

export function comparisonQuery(api: number, from: ApiState, to: ApiState) {
  return queryOptions({
    queryKey: [...collectionKey(apiCollection), 'comparison', api, from, to],
    queryFn: ({ signal }) => readComparison(api, { from, to }, signal),
  })
}
