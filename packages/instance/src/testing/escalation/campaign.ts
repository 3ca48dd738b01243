import fc from 'fast-check'
import { type AttackerKind, sendOf } from './attackers.ts'
import { readConfigForm } from './brought-records.ts'
import { formerFaults } from './former-faults.ts'
import { fullAdminDay } from './full-admin-day.ts'
import { hostileValues } from './hostile-values.ts'
import { readOperations, systemResources } from './operations.ts'
import { type Step, sentFor, stepsOf } from './steps.ts'
import {
  accounts,
  changedAccounts,
  changedRows,
  keptRows,
  leadAway,
  mailedCodes,
  type Permissions,
  permissionsOf,
  reached,
  seenBy,
} from './verdict.ts'
import { openListener, openWorld, type World } from './world.ts'

interface GainsOptions {
  /** Whether the attacker begins with what succeeded in the past. */
  readonly formerFaults?: boolean
  /** Told the status and the body of each response. */
  readonly noted?: (step: Step, status: number, body: unknown) => void
}

/** Attacks in worlds of their own, which all have the same records. */
export async function campaign() {
  const listener = await openListener()
  const { hostname } = new URL(listener.url)
  const sources = await inWorld(async (world) => ({
    operations: await readOperations(world.instance),
    configuration: await readConfigForm(world.instance),
    values: hostileValues(world, listener.url),
  }))
  const known = new Map<AttackerKind, Promise<Permissions>>()

  function permissions(kind: AttackerKind): Promise<Permissions> {
    const found =
      known.get(kind) ?? inWorld(async (world) => permissionsOf(world, await kind.enter(world), sources.operations))
    known.set(kind, found)
    return found
  }

  /** Random sequences of the requests that the attacker may make. */
  async function steps(kind: AttackerKind): Promise<fc.Arbitrary<Step[]>> {
    const { allowed } = await permissions(kind)
    return allowed.length === 0 ? fc.constant([]) : stepsOf(allowed, sources)
  }

  /** What an attacker has gained by these steps, after full administrators had their day; empty if all is well. */
  async function gains(kind: AttackerKind, steps: readonly Step[], options: GainsOptions = {}): Promise<string[]> {
    const rights = await permissions(kind)
    return inWorld(async (world) => {
      const attacker = await kind.enter(world)
      const { canaries, full, instance } = world
      const send = sendOf(world, attacker)
      listener.heard()
      const people = await accounts(world, attacker)
      const rows = await keptRows(world, rights)
      const faults = options.formerFaults ? await formerFaults(kind, world, attacker, listener.url) : []
      const got: unknown[] = []
      for (const step of [...faults, ...steps]) {
        const sent = await sentFor(step)
        const { status, body } = await send(step.verb, step.path, sent)
        options.noted?.(step, status, body)
        got.push(body)
      }
      const tokens = [instance.root.token, full.token, ...(await fullAdminDay(world))]
      const { entrances, text } = await seenBy(world, attacker, rights, got)
      const secrets = [instance.root.password, full.password, ...tokens, ...(await mailedCodes(world))]
      const hidden = kind.readsEverything ? secrets : [...canaries, ...secrets]
      const heard = listener.heard()
      const after = new Set(await keptRows(world, rights))
      return [
        ...hidden.filter((secret) => text.includes(secret)).map((secret) => `was shown ${secret}`),
        ...[...canaries, ...secrets].filter((secret) => heard.includes(secret)).map((secret) => `was sent ${secret}`),
        ...changedAccounts(people, await accounts(world, attacker), rights).map((account) => `changed ${account}`),
        ...(await changedRows(world, rights, rows, after)).map((row) => `changed ${row}`),
        ...(await leadAway(world, listener.url)).map((mail) => `misled by ${mail}`),
        ...(await reached(rights, entrances)),
      ]
    })
  }

  async function inWorld<T>(work: (world: World) => Promise<T>): Promise<T> {
    const world = await openWorld(hostname)
    try {
      return await work(world)
    } finally {
      // What is logged is not what this is about: hostile settings make services fail.
      world.instance.failures.splice(0)
      await world.instance.close()
    }
  }

  return { steps, gains, resources: systemResources(sources.operations), close: listener.close }
}
