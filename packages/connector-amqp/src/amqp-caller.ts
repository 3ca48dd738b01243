import { brokerCaller } from '@millwright/connector/broker/broker-caller'
import { readSubscriptions } from '@millwright/connector/broker/called-service'
import type { Settings } from '@millwright/connector/config-values'
import type { Caller, ConnectorTools } from '@millwright/connector/connector'
import { readPublication, readSubscription, type Subscription } from './amqp-bodies.ts'
import { connectAmqp } from './amqp-connection.ts'
import { consumeAmqp } from './amqp-consumer.ts'
import { createAmqpPublisher } from './amqp-publisher.ts'

/** Publishes to a broker of AMQP 0-9-1, and calls services with the messages of queues and exchanges (docs/wire/messages.md). */
export function open(config: Settings, tools: ConnectorTools): Caller {
  const publisher = createAmqpPublisher(config)
  return brokerCaller<Subscription>(
    {
      publish: async (payload) => publisher.publish(readPublication(payload)),
      begin: (all, request) => consumeAmqp(config, tools, all, request),
      readSubscriptions: (payload) => readSubscriptions(payload, 'queues or exchanges', readSubscription),
      listed: ({ sent }) => sent,
      async check() {
        const connection = await connectAmqp(config)
        await connection.close()
      },
      close: () => publisher.close(),
    },
    tools,
  )
}
