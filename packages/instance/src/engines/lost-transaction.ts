import { Problem } from '@millwright/contract/problem'

/** The database gave up a whole transaction so that another could go on: nothing of it stays, and the same again may well work. */
export class LostTransaction extends Problem {
  constructor() {
    super(409, 'Two changes got into each other’s way. Please try again.')
    this.name = 'LostTransaction'
  }
}
