/** Somebody asked for a page that their role does not include. */
export class NotAllowed extends Error {
  constructor() {
    super('Your role has no access to this page.')
    this.name = 'NotAllowed'
  }
}
