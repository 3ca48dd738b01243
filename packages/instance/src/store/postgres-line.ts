import { randomUUID } from 'node:crypto'
import type { newClient } from '../engines/postgres/postgres-connect.ts'
import type { OpenLine } from './changes-line.ts'

/** Hears by LISTEN, over a connection that keeps its session. */
export function postgresLine(connect: () => ReturnType<typeof newClient>, channel: string): OpenLine {
  return async ({ heard, beaten, lost }) => {
    const beats = `millwright_beat_${randomUUID().replaceAll('-', '')}`
    const { client, socket } = await connect()
    const abandon = () => void socket.destroy()
    client.on('end', lost)
    client.on('notification', ({ channel: told, payload = '' }) => {
      if (told === channel) heard(payload)
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
      // Nothing is lost with the last of them, so that the disk need not be waited for.
      beat: (beat) => client.query(`begin; set local synchronous_commit = off; notify ${beats}, '${beat}'; commit`),
      abandon,
      end: () => client.end(),
    }
  }
}
