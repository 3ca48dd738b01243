import type { ServiceKind } from '../../gateway/service-kind.ts'
import { messagingKinds } from '../caches/messaging-kinds.ts'
import { databaseKinds } from '../databases/database-kinds.ts'
import { furtherDatabaseKinds } from '../databases/further-database-kinds.ts'
import { emailKinds } from '../email/email-kinds.ts'
import { fileKinds } from '../files/file-kinds.ts'
import { remoteKinds } from '../remote/remote-kinds.ts'
import { scriptKinds } from '../scripts/script-kinds.ts'
import { signInKinds } from '../sign-in/sign-in-kinds.ts'
import { ownKinds } from './own-kinds.ts'

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
