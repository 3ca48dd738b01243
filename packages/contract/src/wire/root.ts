/** What the root of the API lists of a service that the caller may use. */
export interface ListedService {
  readonly id: number
  readonly name: string
  readonly label?: string | null
  readonly type: string
}

export interface ListedType {
  readonly name: string
  readonly label?: string
  readonly group?: string | null
}

/** `GET /api/v2`, of any server. */
export interface RootAnswer {
  readonly services?: readonly ListedService[]
  readonly service_types?: readonly ListedType[]
  readonly resource?: readonly ListedService[]
}
