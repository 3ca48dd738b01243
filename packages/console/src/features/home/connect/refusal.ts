import { InstanceError, messageOf } from '../../../instance/instance-error.ts'
import { type FormProblem, formProblem } from '../../../widgets/form/editor-frame/form-problem.ts'

/** Splits an error about a new service into messages for its name and general ones. */
export function refusalOf(error: unknown): FormProblem {
  return error instanceof InstanceError ? formProblem(error, ['name']) : { fields: {}, general: [messageOf(error)] }
}
