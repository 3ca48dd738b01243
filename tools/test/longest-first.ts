import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Each takes a minute or more: begun last, it would run alone when everything else is done. */
const longest = /\/(escalation-search|barriers-wide)\.test\.ts$/

/** Runs the files that take minutes first, and the others in the usual order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}
