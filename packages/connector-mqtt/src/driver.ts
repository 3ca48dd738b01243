import * as mqtt from 'mqtt'

/** The MQTT client. Loaded on first use, so that other instances do not pay for it. */
export const driver: typeof mqtt = mqtt
