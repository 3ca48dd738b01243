import type { AddressInfo } from 'node:net'
import { openApp } from '../app.ts'
import { readConfig } from '../platform/settings/config.ts'

/**
 * Run as a separate process by nodes.test.ts of the limits: one of several nodes, configured by its environment. Prints its URL
 * once it listens, and ends with its parent.
 */
const { server } = await openApp(readConfig(process.env))
await server.listen({ host: '127.0.0.1', port: 0 })
const { port } = server.server.address() as AddressInfo
process.stdout.write(`http://127.0.0.1:${port}\n`)
process.stdin.once('close', () => process.exit()).resume()
