export const accessMessages = {
  module: 'Access',
  failed: 'The roles could not be read.',
  none: (name: string) => `No role reaches ${name}`,
  given: (role: string, name: string) => `${role} may use ${name} now.`,
  conditions: 'This role has row conditions here. Change its rules instead, so that they stay as they are meant.',
  inactive: 'Requests that rely on it are rejected with 403.',
} as const
