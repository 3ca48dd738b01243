import { randomUUID } from 'node:crypto'
import type { newClient } from '../engines/postgres/postgres-connect.ts'
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
      // The commit changes nothing, so it need not wait for the disk.
      beat: (beat) => client.query(`begin; set local synchronous_commit = off; notify ${beats}, '${beat}'; commit`),
      probe: (beat) => notify(beats, String(beat)),
      abandon,
      end: () => client.end(),
    }
  }
}
