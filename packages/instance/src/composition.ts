import type { FindUploads, Gateway } from './gateway/gateway.ts'
import type { Parts } from './gateway/parts.ts'
import type { ScriptRunner } from './gateway/ports/script-runner.ts'
import type { Registry } from './gateway/registry.ts'
import type { Authorization } from './subjects/identity/authorization/create-authorization.ts'
import type { McpDoor } from './subjects/integrations/mcp/mcp-door.ts'
import type { Scheduler } from './subjects/integrations/scheduler/scheduler.ts'
import type { ScriptQueue } from './subjects/integrations/scripts/runs/script-queue.ts'
import type { Deliveries } from './subjects/integrations/webhooks/deliveries.ts'
import type { KeyWarnings } from './subjects/operation/apps/key-warnings.ts'
import type { DemoParts } from './subjects/operation/demo/fill-demo.ts'
import type { Operate } from './subjects/operation/operator/operate.ts'
import type { ImportJournals } from './subjects/operation/packages/journal/import-journal.ts'

/** The instance behind its HTTP layer. */
export interface Composition {
  readonly parts: Parts
  /** Closes the services, and everything else that is open besides the store. */
  close(): Promise<void>
  readonly gateway: Gateway
  /** Whether this node is using a service with this lower-case name. */
  readonly isInUse: (service: string) => boolean
  readonly findUploads: FindUploads
  readonly presentName: Registry['presentName']
  /** The entry point for assistants. */
  readonly mcp: McpDoor
  /** The OAuth server for MCP clients. */
  readonly oauth: Authorization['server']
  /** Not started. */
  readonly scheduler: Scheduler
  readonly runner: Pick<ScriptRunner, 'tryIsolation' | 'weaknesses'>
  /** Scripts to run after responses. Not started. */
  readonly scriptQueue: ScriptQueue
  /** Rolls back imports that were interrupted. Not started. */
  readonly importJournals: ImportJournals
  /** Webhook deliveries. Not started. */
  readonly deliveries: Deliveries
  /** Warnings of keys that end soon. Not started. */
  readonly keyWarnings: KeyWarnings
  /** Answers a request of the operator, who has the rights of the instance. */
  readonly operate: Operate
  /** Used to fill a demonstration instance. */
  readonly demo: DemoParts
}
