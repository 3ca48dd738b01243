export const accessMessages = {
  module: 'Access',
  failed: 'Could not load the roles.',
  none: (name: string) => `No role reaches ${name}`,
  given: (role: string, name: string) => `${role} may use ${name} now.`,
  conditions: 'This role has row filters here. Change its rules instead, so that the filters are kept.',
  inactive: 'Requests that rely on it are rejected with 403.',
} as const
