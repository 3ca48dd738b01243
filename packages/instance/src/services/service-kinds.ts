import { databaseKinds } from './database/database-kinds.ts'
import { emailKinds } from './kinds/email-kinds.ts'
import { fileKinds } from './kinds/file-kinds.ts'
import { furtherDatabaseKinds } from './kinds/further-database-kinds.ts'
import { messagingKinds } from './kinds/messaging-kinds.ts'
import { ownKinds } from './kinds/own-kinds.ts'
import { remoteKinds } from './kinds/remote-kinds.ts'
import { scriptKinds } from './kinds/script-kinds.ts'
import { signInKinds } from './kinds/sign-in-kinds.ts'
import type { ServiceKind } from './service-kind.ts'

/** Every kind of service that the wire knows, by name; what this instance cannot run has no `make`. */
export const serviceKinds: readonly ServiceKind[] = [
  ...databaseKinds,
  ...emailKinds,
  ...fileKinds,
  ...furtherDatabaseKinds,
  ...messagingKinds,
  ...ownKinds,
  ...remoteKinds,
  ...scriptKinds,
  ...signInKinds,
].toSorted((one, other) => (one.name < other.name ? -1 : 1))

const byName = new Map(serviceKinds.map((kind) => [kind.name, kind]))

/** Whether this instance, on this machine, runs services of a kind. */
export function canRun({ make, isAvailable }: ServiceKind): boolean {
  return make !== undefined && (isAvailable?.() ?? true)
}

export function kindOf(type: string): ServiceKind | undefined {
  return byName.get(type)
}
