import * as mqtt from 'mqtt'

/** Speaks to MQTT brokers. Loaded by whoever needs it first, so that nobody else pays for it. */
export const driver: typeof mqtt = mqtt
