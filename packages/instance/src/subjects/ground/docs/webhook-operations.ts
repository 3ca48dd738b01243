import type { ApiDescription, Schema } from '@millwright/connector/openapi/openapi'
import { operation, pathParameter } from '@millwright/connector/openapi/operation'

type DescribeMore = (below: string, named: string, row: Schema) => ApiDescription['paths']

const id = (of: string) => pathParameter('id', `Identifier of the ${of}.`, { type: 'integer' })

/** Operations of `system/webhook` besides its records (docs/wire/webhooks.md). */
export const webhookPaths: DescribeMore = (below, named) => ({
  [`${below}/{id}/test`]: {
    parameters: [id('webhook')],
    post: operation(`test${named}Webhook`, 'Send a test to a webhook', {
      description: 'Returns the delivery once it has ended, with its outcome.',
      answer: { type: 'object' },
    }),
  },
})

export const webhookDeliveryPaths: DescribeMore = (below, named, row) => ({
  [`${below}/{id}/redeliver`]: {
    parameters: [id('delivery')],
    post: operation(`redeliver${named}WebhookDelivery`, 'Resend a message', { answer: row }),
  },
})
