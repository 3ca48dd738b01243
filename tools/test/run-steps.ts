import { type Counts, inWords } from './counts.ts'
import type { Step } from './step.ts'

/** Runs up to `width` steps concurrently, and prints a line when each is done. */
export async function runSteps(steps: readonly Step[], width: number): Promise<readonly Counts[]> {
  const waiting = [...steps]
  const counts: Counts[] = []
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) counts.push(await runStep(step))
  }
  await Promise.all(Array.from({ length: Math.min(width, steps.length) }, worker))
  return counts
}

async function runStep(step: Step): Promise<Counts> {
  const started = performance.now()
  const { counts, output, remark } = await step.run()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const mark = counts.failed > 0 ? 'FAILED' : counts.passed > 0 ? 'ok' : 'skipped'
  console.log(`${mark.padEnd(8)}${step.name.padEnd(26)}${seconds.padStart(7)} s  ${inWords(counts)}`)
  if (remark !== undefined) console.log(`\n${remark.trimEnd()}\n`)
  const worthShowing = counts.failed > 0 || counts.passed === 0
  if (worthShowing && output.trim() !== '') console.log(`\n${output.trimEnd()}\n`)
  return counts
}
