/** Sort field and direction. */
export interface Sort {
  readonly field: string
  readonly down: boolean
}
