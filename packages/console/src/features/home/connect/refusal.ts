import { InstanceError, messageOf } from '../../../instance/instance-error.ts'
import { type FormProblem, formProblem } from '../../../widgets/editor-frame/form-problem.ts'

/** What a refusal of a new service says of its name, and what else. */
export function refusalOf(error: unknown): FormProblem {
  return error instanceof InstanceError ? formProblem(error, ['name']) : { fields: {}, general: [messageOf(error)] }
}
