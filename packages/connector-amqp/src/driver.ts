import * as amqp from 'amqplib'

/** The AMQP client. Loaded on first use, so that other instances do not pay for it. */
export const driver: typeof amqp = amqp
