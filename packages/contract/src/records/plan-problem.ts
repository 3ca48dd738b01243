/** What is wrong with a plan, at one member. */
export interface PlanProblem {
  /** Key of the step; `null`: the endpoint as a whole. */
  readonly step: string | null
  /** The member, with those that it is in: `params.filter`. */
  readonly member: string
  /** A sentence that names step and member. */
  readonly message: string
}

/** Notes what is wrong with a member, as the rest of a sentence. */
export type Tell = (member: string, sentence: string) => void

/** A problem whose message begins with its place. */
export function problemAt(step: string | null, member: string, sentence: string): PlanProblem {
  const place = step === null ? member : `Step '${step.slice(0, 64)}', ${member}`
  return { step, member, message: `${place}: ${sentence}` }
}
