/** What a form shows when it was not saved: sentences under controls, and the rest on top. */
export interface FormProblem {
  readonly fields: Readonly<Record<string, string>>
  readonly general: readonly string[]
}

export const noProblem: FormProblem = { fields: {}, general: [] }

interface Refusal {
  readonly message: string
  readonly context?: unknown
}

/**
 * Shares a refusal out over the form's fields. Servers put messages for each field in `context`; a create is a batch of one,
 * so its refusal is one level deeper. What belongs to no field of this form is said on top.
 */
export function formProblem(refusal: Refusal, formFields: readonly string[]): FormProblem {
  const inner = firstRow(refusal.context) ?? refusal
  const fields: Record<string, string> = {}
  const general: string[] = []
  for (const [field, messages] of Object.entries(asObject(inner.context) ?? {})) {
    const sentence = sentences(messages).join(' ')
    if (sentence === '') continue
    if (formFields.includes(field)) fields[field] = sentence
    else general.push(sentence)
  }
  if (Object.keys(fields).length === 0 && general.length === 0) general.push(inner.message)
  return { fields, general }
}

export function hasProblem(problem: FormProblem): boolean {
  return problem.general.length > 0 || Object.keys(problem.fields).length > 0
}

/** Without the message of a field that has been changed since. */
export function withoutField(problem: FormProblem, field: string): FormProblem {
  if (!(field in problem.fields)) return problem
  const { [field]: _gone, ...fields } = problem.fields
  return { ...problem, fields }
}

function firstRow(context: unknown): Refusal | null {
  const batch = asObject(context)
  if (!batch || !Array.isArray(batch.error) || !Array.isArray(batch.resource)) return null
  const row = asObject(batch.resource[Number(batch.error[0])])
  return row && typeof row.message === 'string' ? { message: row.message, context: row.context } : null
}

function sentences(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}
