/** A service that the caller may use, as listed by the root of the API. */
export interface ListedService {
  readonly id: number
  readonly name: string
  readonly label?: string | null
  readonly type: string
  /** Where its API description is; absent if the caller may not read that, or the server does not say. */
  readonly spec_url?: string
}

export interface ListedType {
  readonly name: string
  readonly label?: string
  readonly group?: string | null
  /** Whether row filters of roles apply to its services. Absent: they do not, or the server does not say. */
  readonly filters_rows?: true
}

/** `GET /api/v2`, on any server. */
export interface RootAnswer {
  readonly services?: readonly ListedService[]
  readonly service_types?: readonly ListedType[]
  readonly resource?: readonly ListedService[]
}
