import type { AddressInfo } from 'node:net'
import { openApp } from '../app.ts'
import { readConfig } from '../platform/settings/config.ts'

/**
 * Run by nodes.test.ts of the limits as a process of its own: one of several nodes, with the settings of its environment.
 * Prints its address once it listens, and ends with the one who started it.
 */
const { server } = await openApp(readConfig(process.env))
await server.listen({ host: '127.0.0.1', port: 0 })
const { port } = server.server.address() as AddressInfo
process.stdout.write(`http://127.0.0.1:${port}\n`)
process.stdin.once('close', () => process.exit()).resume()
