import { isTest, type SourceFile } from './source-files.ts'

/** Most lines of a file, which should have one subject. */
export const longestFile = 300

interface Ban {
  readonly what: RegExp
  readonly instead: string
  readonly testsMay?: true
}

const bans: readonly Ban[] = [
  { what: /@ts-(ignore|nocheck)/, instead: 'make the types say the truth' },
  { what: /@ts-expect-error/, instead: 'only tests expect code not to compile', testsMay: true },
  { what: /\b(TODO|FIXME|XXX)\b/, instead: 'do it, or open an issue' },
  { what: /\b(describe|it|test)\.(only|skip)\(/, instead: 'run it; what a machine lacks is skipped with a condition' },
  { what: /waitForTimeout|sleep\(/, instead: 'wait for what the test is about' },
  { what: /\bas unknown as\b/, instead: 'narrow it' },
  { what: /^\s*\.\.\.[{[].*[}\]],?$/, instead: 'write its members without the spread' },
  { what: /\bretry: (true|false)\b/, instead: 'createQueryClient decides what is retried' },
  { what: /biome-ignore [^:]*:\s*(<|$)/, instead: 'give the reason' },
]

const ownExamples = /^tools\/checks\//

/** Sentences about forbidden code in source files. */
export function sourceComplaints(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => [
    ...lengthComplaint(file),
    ...castComplaints(file),
    ...(ownExamples.test(file.path) ? [] : banComplaints(file)),
  ])
}

function lengthComplaint({ path, text }: SourceFile): readonly string[] {
  const lines = text.split('\n').length - 1
  return lines > longestFile ? [`${path} has ${lines} lines, more than ${longestFile}`] : []
}

/** A read of a literal path with an unchecked type argument. */
const castRead = /\bsend<[^(]*>\(\{\s*verb: 'GET',\s*path: '([^']*)'/g

function castComplaints({ path, text }: SourceFile): readonly string[] {
  if (ownExamples.test(path) || isTest(path)) return []
  return [...text.matchAll(castRead)].map(
    ([, read]) => `${path} reads '${read}': declare its answer in wire/endpoints.ts`,
  )
}

function banComplaints({ path, text }: SourceFile): readonly string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      bans
        .filter(({ what, testsMay }) => what.test(line) && !(testsMay && isTest(path)))
        .map(({ instead }) => `${path}:${index + 1} ${line.trim()}: ${instead}`),
    )
}
