/** Sentences that the forms of administrators and users share. */
export const peopleMessages = {
  /** Title over what a new person lacks, whichever tab it is on. */
  newModule: 'Users',
  emailMissing: 'Email is required.',
  inviteOrPassword: 'Please select email invite or set password.',
  notBoth: 'Please select email invite or set password, but not both.',
  mismatch: 'Passwords do not match.',
  roles: 'Choose a role for every app, or take the app away.',
  lookups: 'Every lookup key needs a name of its own and a value.',
}
