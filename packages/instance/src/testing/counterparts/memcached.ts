import { freePort, isInstalled } from '../installed-program.ts'
import { listensOn, startProgram } from './running-program.ts'

export const hasMemcached = isInstalled('memcached')

/** Starts a Memcached on its own port. */
export async function openMemcached(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const port = await freePort()
  const args = ['-l', '127.0.0.1', '-p', String(port), '-U', '0', '-m', '16', '-u', 'nobody']
  const server = await startProgram('memcached', args, { isReady: () => listensOn(port) })
  return { port, close: () => server.close() }
}
