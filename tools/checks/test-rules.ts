import type { SourceFile } from './source-files.ts'

interface Rule {
  /** What is found in a line. */
  readonly what: RegExp
  readonly instead: string
  /** Absent: in all test files. */
  readonly where?: RegExp
}

const notCollected = 'open it in `fixture` or `beforeAll`, not while tests are collected'

/** Patterns that make a test fail on a busy machine, or change what later tests find. */
const rules: readonly Rule[] = [
  { what: /^\s*(?:describe|forEachEngine)\b.*\basync\b.*=> \{$/, instead: notCollected },
  {
    // Whether a server or program is there may be asked, as it decides what is skipped.
    what: /^(?:(?:export )?(?:const|let) (?:(?!=>|\basync\b|`).)*)?\bawait (?!has[A-Z])/,
    instead: notCollected,
  },
  {
    // A pause is too short on a busy machine, and too long on every other.
    what: /\bsetTimeout\((?:resolve|done|\d)|\bwaitForTimeout\b|\bawait (?:sleep|pause|wait)\(/,
    instead: 'wait for what the test is about',
  },
  {
    what: /\bexpect\(.*\b(?:performance|Date)\.now\(\) - /,
    instead: 'use a test clock, or compare counts or an order; the limit of a test ends what takes too long',
  },
  { what: /\b(?:retry|repeats): \d/, instead: 'find why it fails' },
  {
    what: /@vitest-environment\b/,
    instead: 'run in the environment of the others, as Vitest starts all workers anew around a file with its own',
  },
  {
    what: /^\s*(?:globalThis|window|navigator|process\.env|\w+\.prototype)\.\w+ = |^\s*Object\.defineProperty\((?:globalThis|window|navigator|document)\b/,
    instead: 'use vi.stubGlobal or vi.stubEnv, and undo it after each test',
    where: /^packages\//,
  },
]

/** Calls that replace something for later tests as well, and what undoes them. */
const undone = [
  [/\bvi\.stubGlobal\(/, /\bvi\.unstubAllGlobals\(/],
  [/\bvi\.stubEnv\(/, /\bvi\.unstubAllEnvs\(/],
  [/\bvi\.useFakeTimers\(/, /\bvi\.useRealTimers\(/],
  [/\bvi\.spyOn\(/, /\bmockRestore\(|\bvi\.restoreAllMocks\(/],
] as const
/** `packages/console/src/testing/patience.ts` undoes all of them after each test, except for fake timers. */
const undoneByItself = /^packages\/console\//

/** Milliseconds after which the common limits end a test, and a wait for something (vitest.config.ts, tools/test/setup.ts). */
interface CommonLimits {
  readonly test: number
  readonly wait: number
}

const limitsOf = (path: string): CommonLimits => ({ test: path.startsWith('e2e/') ? 120_000 : 180_000, wait: 30_000 })

const testLimit = /^\s*\}, ([\d_]{4,})\)$|^\s*([\d_]{5,}),$|^\s*\{ timeout: ([\d_]+) \},(?: async)?/
const waitLimit = /\b(?:poll|waitFor|find\w+)\(.*\btimeout: ([\d_]+)/

/** Stands beside code that may break a rule. */
const reason = /\/\/ allowed: \S+ \S+/

/** Sentences about patterns in test files that let tests fail without a fault, or disturb other tests. */
export function testComplaints(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    const lines = text.split('\n')
    const inLines = lines.flatMap((line, index) => {
      if (reason.test(line) || reason.test(lines[index - 1] ?? '')) return []
      const broken = rules.filter(({ what, where }) => what.test(line) && (where === undefined || where.test(path)))
      return [
        ...broken.map(({ instead }) => instead),
        ...(isShort(line, limitsOf(path)) ? ['keep to the common limit, which is longer'] : []),
      ].map((instead) => `${path}:${index + 1} ${line.trim()}: ${instead}`)
    })
    const left = undone
      .filter(([call, undo]) => call.test(text) && !undo.test(text))
      .filter(([call]) => !undoneByItself.test(path) || call.source.includes('Timers'))
    return [...inLines, ...left.map(([call]) => `${path} calls ${call.source}: undo it after each test`)]
  })
}

function isShort(line: string, { test, wait }: CommonLimits): boolean {
  const [, ...found] = testLimit.exec(line) ?? []
  const own = found.find((each) => each !== undefined)
  const waited = waitLimit.exec(line)?.[1]
  return (own !== undefined && milliseconds(own) < test) || (waited !== undefined && milliseconds(waited) < wait)
}

const milliseconds = (text: string) => Number(text.replaceAll('_', ''))
