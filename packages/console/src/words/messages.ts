import { catalogue } from '../language/catalogue.ts'

/** Words that several parts of the console show, some of them before sign-in. */
export const commonWords = catalogue({
  cancel: 'Cancel',
  tryAgain: 'Try again',
  close: 'Close',
  copy: 'Copy',
  roles: 'Roles',
  services: 'Services',
  users: 'Users',
  apps: 'Apps',
  email: 'Email',
  username: 'Username',
  password: 'Password',
  create: 'Create',
  code: 'Code',
  scripts: 'Scripts',
  apiError: 'Api Error',
})
