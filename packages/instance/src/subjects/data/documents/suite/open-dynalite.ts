/// <reference path="./dynalite.d.ts" />
import type { AddressInfo } from 'node:net'
import dynalite from 'dynalite'

/** Opens a server that speaks DynamoDB's protocol. `config`: the settings of a service for it. */
export async function openDynalite() {
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    config: { key: 'none', secret: 'do-not-tell', region: 'eu-central-1', endpoint: `http://127.0.0.1:${port}/` },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
