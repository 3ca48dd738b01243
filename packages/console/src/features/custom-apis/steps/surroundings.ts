import type { RequestStep } from '@millwright/contract/records/execution-plan'
import type { ListedService } from '@millwright/contract/wire/services'
import type { Placeholder } from '../plan/placeholders.ts'
import type { StepChange, StepColumn } from '../plan/table-step.ts'

/** What the fields of a step need to know of its endpoint. */
export interface StepSurroundings {
  readonly placeholders: readonly Placeholder[]
  /** Services that the endpoint may call, and others that can become sources. */
  readonly sources: readonly ListedService[]
  readonly others: readonly ListedService[]
  /** Whether a service has tables. */
  readonly hasTables: (service: string) => boolean
  /** Makes a service a source of the API. */
  readonly addSource: (service: string) => void
  /** Declares a parameter of the query and returns its placeholder. */
  readonly declare: (name: string, type: StepColumn['type'] | undefined) => string
  /** Notes whether the text of a member is valid JSON; otherwise the endpoint cannot be saved. */
  readonly setReadable: (member: string, isReadable: boolean) => void
  /** The server's message about a member of the step: `params.filter`. */
  readonly errorAt: (member: string) => string | undefined
}

/** The fields of a request. */
export interface RequestFieldsProps {
  step: RequestStep
  around: StepSurroundings
  onChange: (change: StepChange) => void
}
