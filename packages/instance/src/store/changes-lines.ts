import { randomUUID } from 'node:crypto'
import type { newClient } from '../engines/postgres/postgres-connect.ts'
import { createRedisClient, newRedis } from '../platform/connections/redis.ts'
import type { OpenLine } from './changes-line.ts'

/**
 * Receives notifications by LISTEN, over a connection with a persistent session. `notify`: notifies a channel through the connections by
 * which changes are written.
 */
export function postgresLine(
  connect: () => ReturnType<typeof newClient>,
  channel: string,
  notify: (channel: string, payload: string) => Promise<unknown>,
): OpenLine {
  return async ({ heard, beaten, lost }) => {
    const beats = `millwright_beat_${randomUUID().replaceAll('-', '')}`
    const { client, socket } = await connect()
    const abandon = () => void socket.destroy()
    client.on('end', lost)
    client.on('notification', ({ channel: source, payload = '' }) => {
      if (source === channel) heard(payload)
      else beaten(Number(payload))
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}; listen ${beats}`)
    } catch (error) {
      abandon()
      throw error
    }
    return {
      // The commit changes nothing, so it need not wait for the disk.
      beat: (beat) => client.query(`begin; set local synchronous_commit = off; notify ${beats}, '${beat}'; commit`),
      probe: (beat) => notify(beats, String(beat)),
      abandon,
      end: () => client.end(),
    }
  }
}

/** Timeout of connecting and of each command, in milliseconds. */
const patience = 500

export interface RedisLine {
  readonly open: OpenLine
  /** Notifies all nodes; rejects if Redis does not accept the message. */
  send(payload: string): Promise<void>
  close(): Promise<void>
}

/** Sends and receives notifications by a channel of Redis; those sent while a node is disconnected are lost to it. */
export function redisLine(url: string, channel: string): RedisLine {
  const teller = createRedisClient({ url, patience })
  return {
    async open({ heard, beaten, lost }) {
      const beats = `${channel}:beat:${randomUUID()}`
      const redis = await newRedis(url, {
        lazyConnect: true,
        enableOfflineQueue: false,
        maxRetriesPerRequest: 0,
        retryStrategy: () => null,
        connectTimeout: patience,
        commandTimeout: patience,
        disconnectTimeout: 20,
      })
      redis.on('error', () => undefined)
      redis.on('end', lost)
      redis.on('message', (source, payload) => {
        if (source === channel) heard(payload)
        else beaten(Number(payload))
      })
      const late = setTimeout(() => redis.disconnect(), patience * 4).unref()
      try {
        await redis.connect()
        await redis.subscribe(channel, beats)
      } catch (error) {
        redis.disconnect()
        throw error
      } finally {
        clearTimeout(late)
      }
      return {
        beat: (beat) => teller.run((away) => away.publish(beats, String(beat))),
        abandon: () => redis.disconnect(),
        end: async () => redis.disconnect(),
      }
    },
    async send(payload) {
      await teller.run((away) => away.publish(channel, payload))
    },
    close: teller.close,
  }
}
