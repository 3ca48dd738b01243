import type { WebhookDelivery } from '@millwright/contract/records/webhook'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { collectionQuery, invalidateCollection } from '../../../instance/collections.ts'
import { messageOf } from '../../../instance/instance-error.ts'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { send } from '../../../instance/send.ts'
import { useServerSentences } from '../../../instance/use-server-sentences.ts'
import { durationWords } from '../../../language/duration-words.ts'
import { notify } from '../../../notifications/notify.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { RelativeDate } from '../../../ui/relative-date.tsx'
import { Text } from '../../../ui/text.tsx'
import { ReadRows } from '../entries/page-of-rows.tsx'
import { t } from '../messages.ts'
import { webhookMessages } from './messages.ts'

const collection = 'system/webhook_delivery'
/** Polling interval in milliseconds. */
const every = 3_000
const shownMost = 100

const deliveriesQuery = (id: number) => ({
  ...collectionQuery<WebhookDelivery>(collection, {
    filter: `webhook_id = ${id}`,
    order: 'id DESC',
    limit: shownMost,
    include_count: true,
  }),
  refetchInterval: every,
})

/** Sent and pending deliveries of a webhook, latest first; polled while visible. */
export function WebhookDeliveries({ id }: { id: number }) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const query = useQuery(deliveriesQuery(id))
  const post = useMutation({
    mutationFn: async (path: string) => (await send<WebhookDelivery>({ verb: 'POST', path })).data,
    onSuccess: ({ state, error, event }) => {
      if (state === 'failed') notify({ type: 'error', title: webhookMessages.module, text: error ?? t.notDelivered })
      else if (event === 'webhook.test' && state === 'delivered')
        notify({ type: 'success', title: webhookMessages.module, text: t.testDelivered })
    },
    onError: (error) => notify({ type: 'error', title: webhookMessages.module, text: messageOf(error) }),
    onSettled: () => invalidateCollection(queryClient, collection),
  })
  return (
    <Stack gap={3}>
      <Row gap={3} wrap>
        <Button
          disabledReason={writeBlock}
          loading={post.isPending}
          onClick={() => post.mutate(`system/webhook/${id}/test`)}
        >
          {t.sendTest}
        </Button>
        <Text tone="muted" size="sm">
          {t.webhookTestHelp}
        </Text>
      </Row>
      <ReadRows query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Text tone="muted" size="sm">
              {t.noDeliveries}
            </Text>
          ) : (
            <Stack gap={4} as="ol" aria-label={t.deliveries}>
              {rows.map((row) => (
                <Delivery
                  key={row.id}
                  row={row}
                  onAgain={() => post.mutate(`${collection}/${row.id}/redeliver`)}
                  busy={post.isPending}
                  block={writeBlock}
                />
              ))}
            </Stack>
          )
        }
      </ReadRows>
    </Stack>
  )
}

interface DeliveryProps {
  row: WebhookDelivery
  onAgain: () => void
  busy: boolean
  block: string | null
}

function Delivery({ row, onAgain, busy, block }: DeliveryProps) {
  const say = useServerSentences()
  const { state, event, status_code, attempts, duration, error, created_date, next_attempt_date } = row
  return (
    <Stack as="li" gap={1}>
      <Row gap={3} rowGap={1} wrap>
        <State state={state} />
        <Text as="code" mono size="sm" breakAnywhere shrink>
          {event}
        </Text>
        <Text as="span" tone="muted" size="sm">
          <RelativeDate value={created_date} />
        </Text>
        {state === 'waiting' ? null : (
          <Button size="small" variant="quiet" loading={busy} disabledReason={block} onClick={onAgain}>
            {t.redeliver}
          </Button>
        )}
      </Row>
      {attempts === 0 ? null : (
        <Text tone="muted" size="sm">
          {[
            status_code === null ? null : t.status({ status: status_code }),
            duration === null ? null : durationWords(duration),
            t.attempts({ count: attempts }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
      {error === null ? null : (
        <Text tone="danger" size="sm" breakAnywhere>
          {say(error)}
        </Text>
      )}
      {next_attempt_date === null || attempts === 0 ? null : (
        <Text tone="muted" size="sm">
          {t.nextAttempt({ when: () => <RelativeDate value={next_attempt_date} /> })}
        </Text>
      )}
    </Stack>
  )
}

function State({ state }: { state: string }) {
  if (state === 'delivered') return <Badge tone="success">{t.delivered}</Badge>
  if (state === 'failed') return <Badge tone="danger">{t.failed}</Badge>
  return <Badge tone="warning">{t.waiting}</Badge>
}
