/** Usage of a pool of connections or slots, and the number of waiters. */
export interface Load {
  readonly used: number
  readonly idle: number
  readonly waiting: number
}
