import type { Parts } from '../../gateway/parts.ts'
import type { RecordCall } from '../../gateway/ports/usage.ts'
import type { Log } from '../../platform/log.ts'
import { messageOf } from '../../platform/message-of.ts'
import { openUsageStore, type UsageStore } from '../../store/usage/usage-store.ts'
import type { SystemResource } from '../system/system-resource.ts'
import { createAccessUsageResource } from './access-usage.ts'
import { Collector } from './collector.ts'
import { forgetTraces } from './forget.ts'
import { createRequestLogResource } from './log/request-log-resource.ts'
import { flushEvery } from './read/gaps.ts'
import type { AddressForm } from './resource-template.ts'
import { createUsageResource } from './usage-resource.ts'

interface UsageParts {
  readonly parts: Parts
  readonly log: Log
  /** How addresses of a service are made, by its name in lower case; null: there is no such service. */
  readonly formOf: (service: string) => AddressForm | null
}

interface Usage {
  readonly record: RecordCall
  readonly resources: readonly SystemResource[]
  /** Writes what is left. */
  close(): Promise<void>
}

/** What was called by whom and how it went: counted off the path of calls, kept apart from the records of the instance. */
export function createUsage({ parts, log, formOf }: UsageParts): Usage {
  const { store, clock, config } = parts
  let opened: Promise<UsageStore> | null = null
  const open = () => {
    opened ??= openUsageStore(config.dataFolder, store).catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
  const logRules = { sample: 1, address: 'network', keepsValues: false, slow: 1000 } as const
  const collector = new Collector({ clock, store: open, formOf, log: logRules })
  let isFailing = false

  async function flush(): Promise<void> {
    try {
      await collector.flush()
      isFailing = false
    } catch (error) {
      if (!isFailing) log(`What was counted cannot be written, and waits: ${messageOf(error)}`, 'warn')
      isFailing = true
    }
  }

  const timer = setInterval(() => void flush(), flushEvery).unref()

  async function upToDate(): Promise<UsageStore> {
    await collector.flush()
    return open()
  }

  return {
    record: (call) => collector.record(call),
    resources: [
      createUsageResource({ store, clock, upToDate }, async (what) => forgetTraces(await upToDate(), what)),
      createAccessUsageResource({ store, clock, upToDate, isCounting: true }),
      createRequestLogResource(parts, upToDate),
    ],
    async close() {
      clearInterval(timer)
      await collector.close().catch((error: unknown) => log(`What was counted is lost: ${messageOf(error)}`, 'warn'))
      if (opened !== null) await opened.then((usage) => usage.close()).catch(() => undefined)
    },
  }
}
