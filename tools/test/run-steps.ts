import { inWords } from './counts.ts'
import type { Step, StepResult } from './step.ts'

export interface FinishedStep extends StepResult {
  readonly name: string
  readonly seconds: number
}

/** Runs up to `width` steps concurrently, and prints a line when each is done. */
export async function runSteps(steps: readonly Step[], width: number): Promise<readonly FinishedStep[]> {
  const waiting = [...steps]
  const finished: FinishedStep[] = []
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) finished.push(await runStep(step))
  }
  await Promise.all(Array.from({ length: Math.min(width, steps.length) }, worker))
  return finished
}

async function runStep({ name, run }: Step): Promise<FinishedStep> {
  const started = performance.now()
  const result = await run()
  const { counts, output } = result
  const seconds = (performance.now() - started) / 1000
  const mark = counts.failed > 0 ? 'FAILED' : counts.passed > 0 ? 'ok' : 'skipped'
  console.log(`${mark.padEnd(8)}${name.padEnd(26)}${seconds.toFixed(1).padStart(7)} s  ${inWords(counts)}`)
  const worthShowing = counts.failed > 0 || counts.passed === 0
  if (worthShowing && output.trim() !== '') console.log(`\n${output.trimEnd()}\n`)
  return { ...result, name, seconds }
}
