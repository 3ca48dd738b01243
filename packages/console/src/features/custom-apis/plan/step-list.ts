import { type PlanStep, stepKey } from '@millwright/contract/records/execution-plan'
import { withMembers } from './members.ts'
import { replaceStepName } from './placeholders.ts'
import { type StepChange, stepName, tableOf } from './table-step.ts'

/** A step with an identity that lasts while it is edited: its id may change. */
export interface KeyedStep {
  readonly key: number
  readonly step: PlanStep
}

export type Steps = readonly KeyedStep[]

export function keyedSteps(steps: readonly PlanStep[]): Steps {
  return steps.map((step, key) => ({ key, step }))
}

/** Adds a step at the end, or at a position. Its id gets a number if another step has it. */
export function withStep(steps: Steps, step: PlanStep, at = steps.length): Steps {
  const key = Math.max(-1, ...steps.map((each) => each.key)) + 1
  return steps.toSpliced(at, 0, { key, step: { ...step, id: freeId(steps, step.id ?? 'step') } })
}

/** Returns a removed step to where it was. */
export function withRemoved(steps: Steps, removed: KeyedStep, at: number): Steps {
  const isTaken = steps.some(({ key }) => key === removed.key)
  return isTaken ? withStep(steps, removed.step, at) : steps.toSpliced(at, 0, removed)
}

export function withoutStep(steps: Steps, key: number): Steps {
  return steps.filter((each) => each.key !== key)
}

/** Moves a step to a position, which is limited to those that exist. */
export function movedStep(steps: Steps, key: number, to: number): Steps {
  const from = steps.findIndex((each) => each.key === key)
  const moved = steps[from]
  if (moved === undefined) return steps
  return steps.toSpliced(from, 1).toSpliced(Math.max(0, Math.min(to, steps.length - 1)), 0, moved)
}

/** Changes members of a step. One that was named for its table, or not at all, is named for another that it gets. */
export function changedStep(steps: Steps, key: number, change: StepChange): Steps {
  const found = steps.find((each) => each.key === key)
  if (found === undefined) return steps
  const changed = withMembers(found.step, change)
  const next = steps.map((each) => (each.key === key ? { key, step: changed } : each))
  const before = tableNameOf(found.step)
  const after = tableNameOf(changed)
  const isOwnName = found.step.id !== undefined && found.step.id !== before && !/^step\d*$/.test(found.step.id)
  if (after === null || after === before || isOwnName) return next
  return renamedStep(next, key, freeId(withoutStep(steps, key), after))
}

function tableNameOf(step: PlanStep): string | null {
  const table = step.type === 'transform' ? null : tableOf(step)
  return table === null ? null : stepName(table.table)
}

/** Gives a step another id, and changes the placeholders of later steps accordingly. */
export function renamedStep(steps: Steps, key: number, id: string): Steps {
  const renaming = renamingOf(steps, key, id)
  return steps.map((each, place) => {
    if (each.key === key) return { key, step: { ...each.step, id } }
    if (renaming === null || place < renaming.at) return each
    return { key: each.key, step: replaceStepName(each.step, renaming.before, renaming.after) }
  })
}

interface Renaming {
  readonly at: number
  readonly before: string
  readonly after: string
}

/** How placeholders change if a step gets another id; `null` if they do not, or would refer to another step. */
export function renamingOf(steps: Steps, key: number, id: string): Renaming | null {
  const at = steps.findIndex((each) => each.key === key)
  const found = steps[at]
  if (found === undefined) return null
  const before = stepKey(found.step, at)
  const after = stepKey({ ...found.step, id }, at)
  const others = steps.flatMap(({ step }, place) => (place === at ? [] : [stepKey(step, place)]))
  return before === after || others.includes(before) || others.includes(after) || after === ''
    ? null
    : { at, before, after }
}

function freeId(steps: Steps, wanted: string): string {
  const taken = new Set(steps.map(({ step }, at) => stepKey(step, at)))
  for (let number = 1; ; number++) {
    const id = number === 1 ? wanted : `${wanted}${number}`
    if (!taken.has(id)) return id
  }
}
