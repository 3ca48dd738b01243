import type { ScriptRunner } from '../../../../gateway/ports/script-runner.ts'
import type { Instruments } from '../../../../platform/instruments/instruments.ts'
import { boundToRequest, inSpan } from '../../../../platform/tracing/request-context.ts'

/**
 * Wraps the runner to measure runs by outcome (docs/operate/metrics.md) and to trace them (docs/operate/traces.md). Calls of a
 * script belong to the request for which it runs.
 */
export function observedRunner(runner: ScriptRunner, instruments: Instruments): ScriptRunner {
  return {
    async run(job, signal) {
      const begun = performance.now()
      const { language, name } = job
      const span = {
        name: `script ${name}`,
        kind: 'internal',
        attributes: { 'millwright.script.language': language },
        part: { kind: 'script', name },
      } as const
      const run = await inSpan(span, async (note) => {
        // The process that sends the calls is shared by scripts of all requests.
        const ended = await runner.run({ ...job, api: boundToRequest(job.api) }, signal)
        note({ 'millwright.script.outcome': ended.ok ? 'done' : ended.error.kind })
        return ended
      })
      const labels = { language: job.language, outcome: run.ok ? 'done' : run.error.kind }
      instruments.time('millwright_script_duration_seconds', (performance.now() - begun) / 1000, labels)
      return run
    },
    languages: () => runner.languages(),
    tryIsolation: () => runner.tryIsolation(),
    get weaknesses() {
      return runner.weaknesses
    },
    get load() {
      return runner.load
    },
    close: () => runner.close(),
  }
}
