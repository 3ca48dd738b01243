import { driver } from '@millwright/connector-amqp/driver'

/** A broker for tests; its user may create queues. */
const address = new URL(process.env.MILLWRIGHT_TEST_AMQP ?? 'amqp://guest:guest@127.0.0.1:5672')

/** Settings of a service for it. */
export const amqpBroker = {
  host: address.hostname,
  port: Number(address.port || 5672),
  username: decodeURIComponent(address.username),
  password: decodeURIComponent(address.password),
}

/** A connection to it, without the instance. */
export const connectToAmqpBroker = () => driver.connect(address.href)

export const amqpAnswers: boolean = await connectToAmqpBroker().then(
  (connection) => connection.close().then(() => true),
  () => false,
)
