import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begun last, it would run alone when everything else is done. */
const longest = /\/escalation-search\.test\.ts$/

/** Runs the file that takes minutes first, and the others in the usual order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}
