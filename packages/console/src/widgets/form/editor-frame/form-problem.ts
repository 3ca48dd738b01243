/** Errors of a form that was not saved: messages of fields, and general ones for the top. */
export interface FormProblem {
  readonly fields: Readonly<Record<string, string>>
  readonly general: readonly string[]
}

export const noProblem: FormProblem = { fields: {}, general: [] }

/** The parts of an error response that a form uses. */
interface Refusal {
  readonly message: string
  readonly fieldMessages: Readonly<Record<string, readonly string[]>>
}

/** Assigns the messages of an error to the form's fields; messages of other fields become general. */
export function formProblem(
  refusal: Refusal,
  formFields: readonly string[],
  fieldFor: (said: string) => string = (said) => said,
): FormProblem {
  const fields: Record<string, string> = {}
  const general: string[] = []
  for (const [said, messages] of Object.entries(refusal.fieldMessages)) {
    const sentence = messages.join(' ')
    const field = fieldFor(said)
    if (sentence === '') continue
    if (formFields.some((each) => isAbout(field, each)))
      fields[field] = field in fields ? `${fields[field]} ${sentence}` : sentence
    else general.push(sentence)
  }
  if (Object.keys(fields).length === 0 && general.length === 0) general.push(refusal.message)
  return { fields, general }
}

export function hasProblem(problem: FormProblem): boolean {
  return problem.general.length > 0 || Object.keys(problem.fields).length > 0
}

/** Whether a message's field is a field of the form, or a member of its value: `execution_plan.orders.service`. */
export function isAbout(said: string, field: string): boolean {
  return said === field || said.startsWith(`${field}.`)
}

/** Removes the messages of a field that was changed, and of its members. */
export function withoutField(problem: FormProblem, field: string): FormProblem {
  const left = Object.entries(problem.fields).filter(([said]) => !isAbout(said, field))
  if (left.length === Object.keys(problem.fields).length) return problem
  return { ...problem, fields: Object.fromEntries(left) }
}
