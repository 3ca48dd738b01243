import type { RunnableKinds } from '../gateway/service-kind.ts'
import { createServiceKinds } from '../service-kinds.ts'

/** Service types that a test exchanges while its instance is open. */
export interface ExchangeableKinds extends RunnableKinds {
  exchange(kinds: RunnableKinds): void
}

export function exchangeableKinds(): ExchangeableKinds {
  let current = createServiceKinds()
  return {
    get all() {
      return current.all
    },
    of: (type) => current.of(type),
    canRun: (type) => current.canRun(type),
    whyNot: (type) => current.whyNot(type),
    exchange(kinds) {
      current = kinds
    },
  }
}
